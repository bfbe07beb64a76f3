import type { Advice } from '../../src/harness/check.ts'

/** How to fix what often goes wrong in the same way, by framework. */
type Family = { checks: readonly string[]; advice: readonly Advice[] }

const limits: Family = {
  checks: [
    'limit-honoured',
    'limit-usable',
    'limit-positive-no-crash',
    'limit-open-no-crash',
    'limit-outside-no-crash',
    'limit-not-wrapped',
    'operation-serves-plain-request',
  ],
  advice: [
    {
      framework: 'Express, Fastify, Hono',
      text: "The query is text, or an array if the parameter is repeated, and parseInt accepts 1abc. Test the text with /^-?\\d+$/, or use Fastify's schema { type: 'integer' }.",
    },
    {
      framework: 'NestJS',
      text: "Use @Query('limit', new ParseIntPipe({ optional: true })). A ValidationPipe leaves text as it is unless it has transform: true.",
    },
    {
      framework: 'Spring',
      text: 'Declare @RequestParam(required = false) Integer limit, and turn MethodArgumentTypeMismatchException into a 400 in a @RestControllerAdvice.',
    },
    {
      framework: 'Django',
      text: 'int() raises ValueError for other text, and slicing a query set raises for negative numbers. Catch both, or Django sends a 500.',
    },
    {
      framework: 'FastAPI',
      text: 'Declare limit: int | None = None. Invalid values get a 422: handle RequestValidationError, and send a 400.',
    },
    {
      framework: 'Rails',
      text: '"abc".to_i is 0. Use Integer(params[:limit], exception: false), and send a 400 for nil.',
    },
    {
      framework: 'Go',
      text: 'Use strconv.ParseInt(text, 10, 32), and never make([]Plant, limit): a limit of 2147483647 would need all memory.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Declare int? limit. Take() returns nothing for negative numbers, and FromSql with a negative LIMIT fails.',
    },
    {
      framework: 'SQL',
      text: 'LIMIT takes only numbers from 0 on in PostgreSQL and MySQL. SQLite reads a negative one as no limit.',
    },
  ],
}

const errors: Family = {
  checks: [
    'error-object',
    'error-members-present',
    'error-integer',
    'error-int32',
    'error-message-string',
    'error-for-credentials',
  ],
  advice: [
    {
      framework: 'Express',
      text: 'Add a last middleware with four parameters, (error, request, response, next), which writes the Error. The one of Express writes HTML.',
    },
    {
      framework: 'Fastify, Hono',
      text: 'Replace the error body with setErrorHandler or app.onError: it also gets the failures of validation.',
    },
    {
      framework: 'NestJS',
      text: 'Nest writes "message" as an array and "error" as text. Use an exception filter with @Catch(HttpException).',
    },
    {
      framework: 'Spring',
      text: 'Handle exceptions in a @RestControllerAdvice that returns your own Error. The body of Spring has "error" as text, and ProblemDetail has other members.',
    },
    {
      framework: 'Django',
      text: 'Set handler400, or EXCEPTION_HANDLER of the REST framework, whose own body has "detail".',
    },
    {
      framework: 'FastAPI',
      text: 'Add exception handlers for RequestValidationError and HTTPException, whose own bodies have "detail".',
    },
    {
      framework: 'Rails',
      text: 'Use rescue_from ActionController::BadRequest, and config.exceptions_app for what fails before the controller.',
    },
    {
      framework: 'Go',
      text: 'http.Error writes text/plain. Write the JSON yourself, after Content-Type and the status.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Set ApiBehaviorOptions.InvalidModelStateResponseFactory: the ProblemDetails of [ApiController] have other members.',
    },
  ],
}

const tokens: Family = {
  checks: [
    'auth-token-needed',
    'auth-token-checked',
    'auth-empty-refused',
    'auth-scheme-checked',
    'auth-scheme-any-case',
    'auth-scheme-needed',
    'auth-every-path',
    'auth-challenge-present',
    'auth-refusal-no-crash',
    'head-token-needed',
    'operation-token-honoured',
  ],
  advice: [
    {
      framework: 'Express, Hono',
      text: 'Register the middleware with app.use before the routes, not for one method and path: /plants/ and /PLANTS reach the same route in Express. Split the header at the space, and compare the scheme in lower case.',
    },
    {
      framework: 'NestJS',
      text: 'Register the guard as APP_GUARD: then it applies to every method and path.',
    },
    {
      framework: 'Spring',
      text: 'End the rules with anyRequest().authenticated(). A rule for "/plants" alone does not cover "/plants/", and one for HttpMethod.GET does not cover HEAD.',
    },
    {
      framework: 'Django REST framework',
      text: "TokenAuthentication expects the scheme Token: subclass it with keyword = 'Bearer'. Set DEFAULT_PERMISSION_CLASSES to IsAuthenticated. A 401 and its challenge need authenticate_header().",
    },
    {
      framework: 'FastAPI',
      text: 'Older versions of HTTPBearer send a 403 without a token. Use auto_error=False, and raise a 401 with WWW-Authenticate.',
    },
    {
      framework: 'Rails',
      text: 'authenticate_with_http_token also accepts the scheme Token. Compare tokens with secure_compare, which needs the whole token.',
    },
    {
      framework: 'Go',
      text: 'Wrap the whole mux. Use strings.EqualFold for the scheme: strings.HasPrefix(header, "Bearer ") is case-sensitive.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Call UseAuthentication before UseAuthorization, and set a FallbackPolicy, which covers routes without [Authorize].',
    },
    {
      framework: 'Gateways',
      text: 'A rule on the raw path misses //plants, /%70lants and /plants;x. Check the token in the service too.',
    },
  ],
}

const caches: Family = {
  checks: [
    'auth-not-replayed',
    'users-not-replayed',
    'users-lists-differ',
    'cache-private',
    'cache-users-apart',
  ],
  advice: [
    {
      framework: 'Express',
      text: 'Caches such as apicache use the URL as the key. Add the token to it (appendKey), or do not cache this route.',
    },
    {
      framework: 'Spring',
      text: 'The key of @Cacheable is made of the parameters of the method: pass the user to it, or set key.',
    },
    {
      framework: 'Django',
      text: "cache_page needs @vary_on_headers('Authorization') below it, and responses need @cache_control(private=True).",
    },
    { framework: 'FastAPI', text: 'Give fastapi-cache a key_builder that contains the user.' },
    {
      framework: 'Rails',
      text: 'Make the user part of the key: Rails.cache.fetch([current_user, "plants", limit]). Do not use expires_in with public: true.',
    },
    {
      framework: 'Go',
      text: 'Keys of a map, of singleflight and of groupcache must contain the user, not only the URL.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Do not override the default of OutputCache, which stores no responses to requests with Authorization; or set VaryByHeaderNames.',
    },
    {
      framework: 'nginx, Varnish',
      text: 'Add $http_authorization to proxy_cache_key, or set proxy_no_cache and proxy_cache_bypass for it. Do not ignore Cache-Control.',
    },
  ],
}

const compression: Family = {
  checks: ['coding-decodes', 'coding-not-forced', 'cache-vary-coding', 'etag-strong-unique'],
  advice: [
    {
      framework: 'Proxies in your code',
      text: 'fetch, axios and HttpClient decode the body. If you pass the response on, drop Content-Encoding and Content-Length.',
    },
    {
      framework: 'Express, Fastify',
      text: 'Let compression() or @fastify/compress set Content-Encoding and Vary. Do not set either by hand.',
    },
    { framework: 'Spring', text: 'Use server.compression.enabled, and no filter of your own beside it.' },
    {
      framework: 'Django, FastAPI',
      text: 'Put GZipMiddleware first, so that it is the last to change the response, and have only one.',
    },
    {
      framework: 'Rails',
      text: 'Use Rack::Deflater once. Check that nginx in front does not compress as well.',
    },
    {
      framework: 'Go',
      text: 'A gzip handler must delete Content-Length, and must look at Accept-Encoding with its weights: gzip;q=0 excludes gzip.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Call UseResponseCompression before the endpoints. Mark an ETag as weak if it is made before the compression.',
    },
  ],
}

const framing: Family = {
  checks: [
    'framing-complete',
    'framing-nothing-after',
    'framing-one-way',
    'framing-chunks',
    'head-length-true',
  ],
  advice: [
    {
      framework: 'Node.js',
      text: 'text.length counts UTF-16 units. Use Buffer.byteLength(text), or leave Content-Length to response.end(text).',
    },
    {
      framework: 'Java',
      text: 'Take the length from getBytes(StandardCharsets.UTF_8), not from the string, or leave it to the framework.',
    },
    { framework: 'Python', text: 'len(text) counts characters. Encode first, and take len() of the bytes.' },
    { framework: 'Ruby', text: 'Use bytesize, not length.' },
    {
      framework: 'Go',
      text: 'net/http returns ErrContentLength if you write more than you announce: look at the error of Write. Do not set Transfer-Encoding.',
    },
    {
      framework: '.NET',
      text: 'Use Encoding.UTF8.GetByteCount, or leave ContentLength unset. Do not set Transfer-Encoding: Kestrel adds it.',
    },
    {
      framework: 'Proxies in your code',
      text: 'Do not copy Content-Length, Transfer-Encoding and Connection of the response that you pass on.',
    },
  ],
}

const texts: Family = {
  checks: ['json-utf-8', 'json-no-bom', 'charset-true', 'users-names-unaltered'],
  advice: [
    {
      framework: 'Java',
      text: 'Name StandardCharsets.UTF_8 in getBytes, in writers and in the URL of the database: the default is that of the machine.',
    },
    {
      framework: '.NET',
      text: 'Encoding.UTF8 writes a byte order mark in a StreamWriter: use new UTF8Encoding(false).',
    },
    { framework: 'Python', text: "Use encode('utf-8'); 'utf-8-sig' adds a byte order mark." },
    {
      framework: 'PHP',
      text: 'A byte order mark at the top of any PHP file comes before every response. Save files without it.',
    },
    { framework: 'MySQL', text: 'Use utf8mb4 for the tables and for the connection: utf8 has no emoji.' },
  ],
}

const redirects: Family = {
  checks: ['redirect-arrives', 'redirect-keeps-token-safe'],
  advice: [
    { framework: 'Express', text: 'request.path has no query: redirect to request.originalUrl.' },
    {
      framework: 'Spring',
      text: 'Build the location with ServletUriComponentsBuilder.fromCurrentRequest(), which keeps the query.',
    },
    {
      framework: 'FastAPI',
      text: 'Use FastAPI(redirect_slashes=False), or register the route exactly as /plants.',
    },
    {
      framework: 'Django',
      text: 'With APPEND_SLASH, /plants is redirected to /plants/: register the path without the slash.',
    },
    {
      framework: 'Go',
      text: 'A pattern that ends in a slash redirects /plants: register "GET /plants" without it. r.URL.Path has no query: use r.URL.RequestURI().',
    },
    {
      framework: 'nginx',
      text: 'return 301 /plants; loses the query: use $request_uri, or $is_args$args. Behind a proxy, set X-Forwarded-Proto, or the server redirects to http.',
    },
  ],
}

const members: Family = {
  checks: ['plant-tag-string', 'plant-name-present', 'plant-name-string', 'plant-object'],
  advice: [
    {
      framework: 'JavaScript',
      text: 'JSON.stringify leaves out undefined and writes null: use tag: row.tag ?? undefined.',
    },
    { framework: 'Java', text: 'Put @JsonInclude(JsonInclude.Include.NON_NULL) on the class of a plant.' },
    { framework: 'Django REST framework', text: 'Remove members that are None in to_representation.' },
    { framework: 'FastAPI', text: 'Use response_model_exclude_none=True.' },
    { framework: 'Rails', text: 'Call compact on the hash of a plant.' },
    {
      framework: 'Go',
      text: 'Use Tag *string `json:"tag,omitempty"`, and mind the names: without a tag, the member is "Name".',
    },
    { framework: '.NET', text: 'Set DefaultIgnoreCondition to WhenWritingNull.' },
  ],
}

const lists: Family = {
  checks: ['plants-array', 'json-present', 'users-plants-all', 'limit-fills-up'],
  advice: [
    {
      framework: 'Spring Data',
      text: 'Return page.getContent(), not the Page, which is an object and has 20 elements by default.',
    },
    {
      framework: 'Django REST framework',
      text: 'Set pagination_class = None: pagination wraps the list in an object and cuts it.',
    },
    { framework: 'Django', text: 'JsonResponse needs safe=False for a list.' },
    {
      framework: 'Rails',
      text: 'Render without a root, and without the default page size of kaminari or will_paginate.',
    },
    { framework: 'Go', text: 'A nil slice becomes null: start with make([]Plant, 0).' },
    {
      framework: 'Laravel',
      text: 'Call JsonResource::withoutWrapping(), and array_values() after filter(), or gaps make the list an object.',
    },
  ],
}

const types: Family = {
  checks: ['content-type-json', 'content-type-present', 'accept-json-served', 'accept-forms-served'],
  advice: [
    { framework: 'Express', text: 'response.send(text) sends text/html: use response.json(value).' },
    {
      framework: 'Spring',
      text: 'Set produces = MediaType.APPLICATION_JSON_VALUE. With jackson-dataformat-xml, Spring may choose XML for */* or without Accept.',
    },
    {
      framework: 'Django',
      text: 'HttpResponse is text/html: use JsonResponse. In the REST framework, allow only JSONRenderer.',
    },
    {
      framework: 'Rails',
      text: "render json: in every format: without Accept or with */*, respond_to takes the first format. Set defaults: { format: 'json' } in the route.",
    },
    {
      framework: 'Go',
      text: 'Set Content-Type before WriteHeader and Write, which otherwise guess text/plain.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'Put [Produces("application/json")] on the controller: a string is otherwise sent as text/plain.',
    },
  ],
}

const contexts: Family = {
  checks: ['users-not-mixed'],
  advice: [
    {
      framework: 'Node.js',
      text: 'A variable of a module is shared by all requests, and changes at every await. Use the request object or AsyncLocalStorage.',
    },
    {
      framework: 'Spring',
      text: 'A controller and a service are one object for all requests: no fields for the user. Take it from the method parameters.',
    },
    {
      framework: 'Python',
      text: 'Use contextvars or the request. Variables of a module, and default arguments such as [], are shared.',
    },
    {
      framework: 'Rails',
      text: 'Class variables and Thread.current stay after the request: use ActiveSupport::CurrentAttributes.',
    },
    { framework: 'Go', text: 'Use r.Context(), and no variables of the package or members of the handler.' },
    {
      framework: 'ASP.NET Core',
      text: 'A singleton that takes a scoped service keeps the first one. Register it as scoped.',
    },
  ],
}

const origins: Family = {
  checks: [
    'cors-origin-not-reflected',
    'cors-one-origin',
    'cors-preflight-answered',
    'cors-errors-readable',
    'cache-vary-origin',
  ],
  advice: [
    {
      framework: 'Express',
      text: 'cors({ origin: true, credentials: true }) allows every origin: pass a list. Use it before the authentication, or preflights get a 401.',
    },
    {
      framework: 'Spring',
      text: 'allowedOriginPatterns("*") with allowCredentials(true) allows every origin. Enable http.cors(), or the security filter refuses preflights.',
    },
    {
      framework: 'Django',
      text: 'CORS_ALLOW_ALL_ORIGINS with CORS_ALLOW_CREDENTIALS allows every origin. Put CorsMiddleware first.',
    },
    {
      framework: 'FastAPI',
      text: 'allow_origins=["*"] with allow_credentials=True allows every origin: pass a list.',
    },
    {
      framework: 'ASP.NET Core',
      text: 'SetIsOriginAllowed(_ => true) allows every origin. Call UseCors before UseAuthentication.',
    },
  ],
}

const methods: Family = {
  checks: [
    'method-unknown-refused',
    'method-no-crash',
    'method-allow-listed',
    'head-supported',
    'head-like-get',
  ],
  advice: [
    {
      framework: 'Express',
      text: 'Other methods get a 404: add app.all on the path after the GET, with a 405 and Allow: GET, HEAD.',
    },
    {
      framework: 'FastAPI',
      text: "@app.get does not serve HEAD: use @app.api_route('/plants', methods=['GET', 'HEAD']).",
    },
    {
      framework: 'Django',
      text: 'Use @require_safe, which allows GET and HEAD and sends a 405 with Allow otherwise.',
    },
    {
      framework: 'Go',
      text: 'Since Go 1.22, the pattern "GET /plants" also serves HEAD, and others get a 405 with Allow. A pattern without a method serves all.',
    },
    {
      framework: 'Spring, ASP.NET Core',
      text: 'Use @GetMapping or [HttpGet]: a mapping without a method serves all.',
    },
  ],
}

const internals: Family = {
  checks: ['error-hides-internals', 'version-not-told'],
  advice: [
    { framework: 'Express', text: "Set NODE_ENV=production, and call app.disable('x-powered-by')." },
    {
      framework: 'Spring',
      text: 'Set server.error.include-stacktrace and server.error.include-message to never.',
    },
    { framework: 'Django', text: 'Set DEBUG = False.' },
    { framework: 'FastAPI', text: 'Do not set debug=True. Start uvicorn with --no-server-header.' },
    { framework: 'Rails', text: 'Set config.consider_all_requests_local = false.' },
    {
      framework: 'ASP.NET Core',
      text: 'Use UseDeveloperExceptionPage only in development, and set AddServerHeader = false in Kestrel.',
    },
    { framework: 'nginx', text: 'Set server_tokens off.' },
  ],
}

const families: readonly Family[] = [
  limits,
  errors,
  tokens,
  caches,
  compression,
  framing,
  texts,
  redirects,
  members,
  lists,
  types,
  contexts,
  origins,
  methods,
  internals,
]

/** The advice for each check that has some, by its id. */
export const adviceByCheck: ReadonlyMap<string, readonly Advice[]> = new Map(
  families.flatMap(({ checks, advice }) => checks.map((id) => [id, advice] as const)),
)
