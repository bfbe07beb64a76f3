import type { Topic } from './topic.ts'

/** The response as a message: its framing, its text, its headers, and what depends on the headers of the request. */
export const messageTopics: readonly Topic[] = [
  {
    id: 'framing',
    title: 'The bytes of a response',
    why: 'Content-Length and chunks say where a response ends. If they are wrong, a client waits for bytes that never arrive, or takes the rest of this response for the next one, which may belong to another user.',
    checks: [
      'framing-complete',
      'framing-nothing-after',
      'framing-one-way',
      'framing-chunks',
      'framing-no-body',
      'message-syntax',
      'head-length-true',
      'length-without-body-true',
      'version-1.0-not-chunked',
    ],
    advice: [
      {
        framework: 'Express',
        text: '`text.length` counts UTF-16 units, not bytes. Leave `Content-Length` to `response.json`, or use `Buffer.byteLength(text)`.',
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Leave the length to Spring. If you must set it, take it from `getBytes(StandardCharsets.UTF_8)`, not from the string.',
        code: 'byte[] body = text.getBytes(StandardCharsets.UTF_8);\nreturn ResponseEntity.ok().contentLength(body.length).body(body);',
      },
      {
        framework: 'FastAPI',
        text: '`len(text)` counts characters. Set no `Content-Length`: a `Response` counts the bytes of its body.',
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: 'If you write more than you announce, Write returns `ErrContentLength` and sends nothing: look at its error. Use `http.ServeContent`, or set no `Content-Length`.',
        code: 'http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))',
      },
      { framework: 'Ruby', text: 'Use bytesize, not length.' },
      {
        framework: '.NET',
        text: 'Use `Encoding.UTF8.GetByteCount`, or leave `ContentLength` unset. Do not set `Transfer-Encoding`: Kestrel adds it.',
      },
      {
        framework: 'Proxies in your code',
        text: 'Do not copy `Content-Length`, `Transfer-Encoding` and Connection of the response that you pass on.',
      },
    ],
  },
  {
    id: 'json',
    title: 'JSON and text',
    why: 'Parsers disagree about everything that JSON does not allow: one throws, another drops a character, a third takes the second of two values. The same response then means different things to different clients.',
    checks: [
      'json-utf-8',
      'json-no-bom',
      'json-syntax',
      'json-names-unique',
      'json-whole-characters',
      'charset-true',
      'users-names-unaltered',
      'names-printable',
    ],
    advice: [
      {
        framework: 'Express',
        text: "Send values with `response.json`, which writes UTF-8. If you write text yourself, do not name another encoding: `response.end(text, 'latin1')` breaks every name with an umlaut.",
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Return objects and let Jackson write them. Where you turn text into bytes, name `StandardCharsets.UTF_8`, in the URL of the database too: the default may be that of the machine.',
        code: 'response.setCharacterEncoding("UTF-8");',
      },
      {
        framework: 'FastAPI',
        text: "Return values, which FastAPI writes as UTF-8. In your own Response, use `encode('utf-8')`: `'utf-8-sig'` adds a byte order mark.",
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: 'Use `encoding/json`. `%q` quotes as Go does, not as JSON, and a loop leaves a comma after the last element.',
        code: 'body, _ := json.Marshal(owned)',
      },
      {
        framework: '.NET',
        text: '`Encoding.UTF8` writes a byte order mark in a `StreamWriter`: use `new UTF8Encoding(false)`.',
      },
      {
        framework: 'PHP',
        text: 'A byte order mark at the top of any PHP file comes before every response. Save files without it.',
      },
      { framework: 'MySQL', text: 'Use utf8mb4 for the tables and for the connection: utf8 has no emoji.' },
    ],
  },
  {
    id: 'content-type',
    title: 'The media type',
    why: 'Many clients look at Content-Type before they parse a body. With text/html, they give up, and a browser may run the body as a page.',
    checks: [
      'content-type-present',
      'content-type-json',
      'content-type-single',
      'content-type-well-formed',
      'accept-json-served',
      'accept-forms-served',
    ],
    advice: [
      {
        framework: 'Express',
        text: '`response.send(text)` sends `text/html`: use `response.json(value)`.',
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Set produces. With jackson-dataformat-xml, Spring may choose XML for `*/*` or without Accept.',
        code: '@GetMapping(path = "/plants", produces = MediaType.APPLICATION_JSON_VALUE)',
      },
      {
        framework: 'FastAPI',
        text: 'A Response of your own has no media type unless you name it. Return values, or use `JSONResponse`.',
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: 'Set `Content-Type` before `WriteHeader` and Write, which otherwise guess `text/plain`.',
        code: 'w.Header().Set("Content-Type", "application/json")\nw.WriteHeader(status)',
      },
      {
        framework: 'Django',
        text: '`HttpResponse` is `text/html`: use `JsonResponse`. In the REST framework, allow only `JSONRenderer`.',
      },
      {
        framework: 'Rails',
        text: "`render json:` in every format: without Accept or with `*/*`, `respond_to` takes the first format. Set defaults: `{ format: 'json' }` in the route.",
      },
      {
        framework: 'ASP.NET Core',
        text: 'Put `[Produces("application/json")]` on the controller: a string is otherwise sent as `text/plain`.',
      },
    ],
  },
  {
    id: 'headers',
    title: 'Other headers',
    why: 'Clients and caches act on these headers: they wait, store, or never use plain HTTP again for a year. A wrong value makes them do the wrong thing for long.',
    checks: ['date-valid', 'retry-after-valid', 'hsts-over-tls-only', 'nosniff-set', 'version-not-told'],
    advice: [
      {
        framework: 'Express',
        text: 'Send `Strict-Transport-Security` only over TLS. helmet sends it always: switch it off with `helmet({ strictTransportSecurity: false })` where you serve plain HTTP. Disable `x-powered-by`.',
        code: "app.disable('x-powered-by')",
      },
      {
        framework: 'Spring',
        text: 'Spring Security sends `Strict-Transport-Security` only over TLS, and nosniff always. Do not set either in a filter of your own.',
        code: 'http.headers(Customizer.withDefaults());',
      },
      {
        framework: 'FastAPI',
        text: "Look at `request.url.scheme` before you send `Strict-Transport-Security`. uvicorn takes the scheme from `X-Forwarded-Proto` if the client is on the same machine; `--no-proxy-headers` turns that off. uvicorn's `--no-server-header` hides its name.",
        code: "if request.url.scheme == 'https'",
      },
      {
        framework: 'Go',
        text: '`r.TLS` is nil on a plain connection. `net/http` sends Date by itself, and no name or version.',
        code: 'if r.TLS != nil',
      },
      {
        framework: 'nginx',
        text: 'Set `server_tokens` off, and `Strict-Transport-Security` only in the server block for 443.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Set `AddServerHeader` to false in the options of Kestrel. `UseHsts` sends its header over https only.',
      },
    ],
  },
  {
    id: 'compression',
    title: 'Compression',
    why: 'A client that cannot read a coding has only noise, and a cache that does not know about it gives that noise to everyone.',
    checks: ['coding-not-forced', 'coding-decodes', 'cache-vary-coding'],
    advice: [
      {
        framework: 'Express',
        text: 'Let `compression()` set `Content-Encoding` and Vary, before the routes. Do not set either by hand.',
        code: 'app.use(compression({ threshold: 0 }))',
      },
      {
        framework: 'Spring',
        text: 'Use the compression of the server, and no filter of your own beside it.',
        code: 'server.compression.enabled=true\nserver.compression.mime-types=application/json',
      },
      {
        framework: 'FastAPI',
        text: 'Set no `Content-Encoding` by hand: let the proxy in front compress. `GZipMiddleware` of Starlette ignores weights, so it compresses for `gzip;q=0` too.',
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: 'A gzip handler must look at `Accept-Encoding` with its weights, because `gzip;q=0` excludes gzip. It sends Vary, and no `Content-Length` of the plain body.',
        code: 'if acceptsGzip(r.Header.Get("Accept-Encoding")) {\n\tw.Header().Set("Content-Encoding", "gzip")\n\tbody = compress(body)\n}',
      },
      {
        framework: 'Proxies in your code',
        text: 'fetch, axios and `HttpClient` decode the body. If you pass the response on, drop `Content-Encoding` and `Content-Length`.',
      },
      {
        framework: 'Django',
        text: 'Put `GZipMiddleware` first, so that it is the last to change the response, and have only one.',
      },
      {
        framework: 'Rails',
        text: 'Use `Rack::Deflater` once. Check that nginx in front does not compress as well.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Call `UseResponseCompression` before the endpoints. Mark an ETag as weak if it is made before the compression.',
      },
    ],
  },
  {
    id: 'conditional',
    title: 'Conditional and partial requests',
    why: 'After a 304, a client shows what it stored. If the tag was never its own, it shows an old list, or nothing.',
    checks: [
      'status-no-unasked-304',
      'condition-foreign-tag-refused',
      'condition-own-tag-understood',
      'not-modified-fields',
      'etag-well-formed',
      'etag-strong-unique',
      'range-unknown-unit-ignored',
      'range-partial-true',
    ],
    advice: [
      {
        framework: 'Express',
        text: '`response.json` makes the ETag, compares it and sends the 304. Do not answer `If-None-Match` yourself.',
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Use `ShallowEtagHeaderFilter`, which computes the tag from the body, or `WebRequest.checkNotModified(tag)`.',
        code: '@Bean\nFilter etags() { return new ShallowEtagHeaderFilter(); }',
      },
      {
        framework: 'FastAPI',
        text: 'FastAPI makes no ETag. Either send none and ignore `If-None-Match`, or compare it with the tag of the bytes that you send.',
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: 'Set an ETag that is computed from the bytes you send, and let `http.ServeContent` compare it. It answers a range in an unknown unit with a 416, so delete `Range` first.',
        code: 'r.Header.Del("Range")\nw.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(body)))\nhttp.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))',
      },
      {
        framework: 'Django',
        text: 'Use `ConditionalGetMiddleware`, which computes the tag from the body, after `GZipMiddleware` in the list.',
      },
    ],
  },
]
