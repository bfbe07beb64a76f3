import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** GET /plants with the JDK's own server: java PlantStore.java 8080 */
public class PlantStore {
  record Plant(String name, String tag) {
    String toJson() {
      return tag == null ? "{\"name\":%s}".formatted(quote(name)) : "{\"name\":%s,\"tag\":%s}".formatted(quote(name), quote(tag));
    }
  }

  /** The plants of each user, by token. */
  private static final Map<String, List<Plant>> PLANTS =
      Map.of(
          "token-alice",
          List.of(new Plant("Monstera deliciosa", "aroid"), new Plant("Ginkgo biloba", "tree"), new Plant("Aloe vera", null)),
          "token-bob",
          List.of());

  private static final Pattern BEARER = Pattern.compile("Bearer +(\\S+)", Pattern.CASE_INSENSITIVE);

  public static void main(String[] args) throws IOException {
    // Without this property, the body may wait 40 ms for the client to acknowledge the headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 128);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", PlantStore::serve);
    server.start();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestURI().getPath().equals("/plants")) {
      fail(exchange, 404, "there is only /plants");
      return;
    }
    if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      fail(exchange, 405, "only GET and HEAD are allowed");
      return;
    }
    List<String> credentials = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
    List<Plant> plants = credentials.size() == 1 ? findPlants(credentials.get(0)) : null;
    if (plants == null) {
      String error = credentials.isEmpty() ? "" : ", error=\"invalid_token\"";
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"plants\"" + error);
      fail(exchange, 401, "send the header Authorization: Bearer <token>");
      return;
    }
    List<String> limits = readParameter(exchange.getRequestURI().getRawQuery(), "limit");
    if (!limits.isEmpty() && !isLimit(limits)) {
      fail(exchange, 400, "limit must be an integer from 1 to 2147483647");
      return;
    }
    long limit = limits.isEmpty() ? plants.size() : Long.parseLong(limits.get(0));
    send(exchange, 200, plants.stream().limit(limit).map(Plant::toJson).collect(Collectors.joining(",", "[", "]")));
  }

  private static List<Plant> findPlants(String credentials) {
    Matcher bearer = BEARER.matcher(credentials);
    return bearer.matches() ? PLANTS.get(bearer.group(1)) : null;
  }

  private static List<String> readParameter(String query, String name) {
    if (query == null) return List.of();
    return Arrays.stream(query.split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> decode(pair[0]).equals(name))
        .map(pair -> pair.length == 2 ? decode(pair[1]) : "")
        .toList();
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static boolean isLimit(List<String> values) {
    String value = values.get(0);
    return values.size() == 1
        && value.matches("[0-9]{1,10}")
        && Long.parseLong(value) > 0
        && Long.parseLong(value) <= Integer.MAX_VALUE;
  }

  private static void fail(HttpExchange exchange, int status, String message) throws IOException {
    send(exchange, status, "{\"error\":%d,\"message\":%s}".formatted(status, quote(message)));
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "private, no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    // The JDK's server itself recognises close only if Connection has no other options.
    String options = String.join(",", exchange.getRequestHeaders().getOrDefault("Connection", List.of()));
    if (options.matches("(?i).*\\bclose\\b.*")) {
      exchange.getResponseHeaders().set("Connection", "close");
    }
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  /** Writes a string as JSON. */
  private static String quote(String text) {
    String escaped =
        text.chars()
            .mapToObj(c -> c == '"' || c == '\\' ? "\\" + (char) c : c < ' ' ? "\\u%04x".formatted(c) : String.valueOf((char) c))
            .collect(Collectors.joining());
    return '"' + escaped + '"';
  }
}
