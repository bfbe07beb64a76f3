import type { Topic } from './topic.ts'

/** Who may read what: tokens, users, caches, other origins, and what responses reveal. */
export const accessTopics: readonly Topic[] = [
  {
    id: 'auth',
    title: 'Tokens',
    why: 'The token is all that protects the plants of a user. One spelling of the path or of the header that gets past it is enough for everyone to read them.',
    checks: [
      'operation-token-honoured',
      'auth-token-needed',
      'auth-token-checked',
      'auth-empty-refused',
      'auth-tampered-refused',
      'auth-whole-token-compared',
      'auth-letter-case-compared',
      'auth-scheme-checked',
      'auth-cookie-alone-refused',
      'auth-every-path',
      'auth-field-name-any-case',
      'auth-scheme-any-case',
      'auth-scheme-needed',
      'auth-one-field',
      'auth-two-spaces',
      'auth-refusal-without-plants',
      'auth-refusal-no-crash',
      'auth-challenge-present',
      'auth-challenge-bearer',
      'auth-challenge-no-error-unasked',
      'auth-bad-token-401',
      'head-token-needed',
    ],
    advice: [
      {
        framework: 'Express',
        text: 'Register the middleware with `app.use` before the routes, not for one method and path: `/plants/` and `/PLANTS` reach the same route. Match the whole header, and look the token up.',
        code: "const [, token] = /^bearer +(\\S+)$/i.exec(request.get('Authorization') ?? '') ?? []\nrequest.user = users.get(token)",
      },
      {
        framework: 'Spring',
        text: 'End the rules with `anyRequest().authenticated()`. A rule for `/plants` alone does not cover `/plants/`, and one for `HttpMethod.GET` does not cover HEAD.',
        code: 'http.authorizeHttpRequests(rules -> rules.anyRequest().authenticated())\n    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()));',
      },
      {
        framework: 'FastAPI',
        text: '`HTTPBearer` only reads the header: look the token up. Older versions of it send a 403 without a token, so use `auto_error=False`, and raise a 401 with `WWW-Authenticate`.',
        code: "bearer = HTTPBearer(auto_error=False)\nuser = USERS.get(credentials.credentials) if credentials else None\nif user is None:\n    raise HTTPException(401, 'a valid token is required', {'WWW-Authenticate': 'Bearer realm=\"plants\"'})",
      },
      {
        framework: 'Go',
        text: 'Wrap the whole mux. `strings.HasPrefix(header, "Bearer ")` is case-sensitive, and `strings.TrimPrefix` also accepts a token without a scheme: match the whole header.',
        code: 'var bearer = regexp.MustCompile(`^(?i:bearer) +(\\S+)$`)\nif match := bearer.FindStringSubmatch(header); match != nil {\n\tuser = users[match[1]]\n}',
      },
      {
        framework: 'Hono',
        text: 'Register the middleware with `app.use` before the routes. Split the header at the space, and compare the scheme in lower case.',
      },
      {
        framework: 'NestJS',
        text: 'Register the guard as `APP_GUARD`: then it applies to every method and path.',
      },
      {
        framework: 'Django REST framework',
        text: "`TokenAuthentication` expects the scheme Token: subclass it with `keyword = 'Bearer'`. Set `DEFAULT_PERMISSION_CLASSES` to `IsAuthenticated`. A 401 and its challenge need `authenticate_header()`.",
      },
      {
        framework: 'Rails',
        text: '`authenticate_with_http_token` also accepts the scheme Token. Compare tokens with `secure_compare`, which needs the whole token.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Call `UseAuthentication` before `UseAuthorization`, and set a `FallbackPolicy`, which covers routes without `[Authorize]`.',
      },
      {
        framework: 'Gateways',
        text: 'A rule on the raw path misses `//plants`, `/%70lants` and `/plants;x`. Check the token in the service too.',
      },
    ],
  },
  {
    id: 'users',
    title: 'The plants of a user',
    why: 'A user who sees the plants of another one is a data leak, even if each response looks fine by itself.',
    checks: ['users-lists-differ', 'users-plants-own', 'users-plants-hidden'],
    advice: [
      {
        framework: 'Express',
        text: 'Take the user from the token, and filter by it in every query, not after the limit.',
        code: 'rows.filter((row) => row.owner === user)',
      },
      {
        framework: 'Spring',
        text: '`findAll()` returns the plants of everyone: query by the user of the token.',
        code: 'List<Plant> findByOwner(String owner);\nreturn plants.findByOwner(jwt.getSubject());',
      },
      {
        framework: 'FastAPI',
        text: 'Pass the user of the token to the query as a dependency.',
        code: 'user: Annotated[str, Depends(current_user)],\n[row for row in ROWS if row[0] == user]',
      },
      {
        framework: 'Go',
        text: 'Pass the user of the token to the query, and filter there.',
        code: 'if row.owner == user',
      },
      {
        framework: 'Django',
        text: 'Use `Plant.objects.filter(owner=request.user)` in `get_queryset`, not `Plant.objects.all()`.',
      },
      { framework: 'Rails', text: 'Start with `current_user.plants`, not with `Plant.all`.' },
    ],
  },
  {
    id: 'caching',
    title: 'Caches',
    why: 'A cache that does not know about users gives the plants of one to the next. This happens in production only, because a developer has one token and no cache.',
    checks: ['auth-not-replayed', 'users-not-replayed', 'cache-private', 'cache-users-apart'],
    advice: [
      {
        framework: 'Express',
        text: 'Caches such as apicache use the URL as the key. Add the token to it (`appendKey`), or do not cache this route. Say that responses are private.',
        code: "response.set('Cache-Control', 'private, no-cache')",
      },
      {
        framework: 'Spring',
        text: 'The key of `@Cacheable` is made of the parameters of the method: pass the user to it, or set key.',
        code: '@Cacheable(cacheNames = "plants", key = "{#user, #limit}")',
      },
      {
        framework: 'FastAPI',
        text: 'Give fastapi-cache a `key_builder` that contains the user. `lru_cache` on a function without the user has the same mistake. Say that responses are private.',
        code: "response.headers['Cache-Control'] = 'private, no-cache'",
      },
      {
        framework: 'Go',
        text: 'Keys of a map, of singleflight and of groupcache must contain the user, not only the URL. Say that responses are private.',
        code: 'w.Header().Set("Cache-Control", "private, no-cache")',
      },
      {
        framework: 'Django',
        text: "`cache_page` needs `@vary_on_headers('Authorization')` below it, and responses need `@cache_control(private=True)`.",
      },
      {
        framework: 'Rails',
        text: 'Make the user part of the key: `Rails.cache.fetch([current_user, "plants", limit])`. Do not use `expires_in` with `public: true`.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Do not override the default of `OutputCache`, which stores no responses to requests with Authorization; or set `VaryByHeaderNames`.',
      },
      {
        framework: 'nginx, Varnish',
        text: 'Add `$http_authorization` to `proxy_cache_key`, or set `proxy_no_cache` and `proxy_cache_bypass` for it. Do not ignore `Cache-Control`.',
      },
    ],
  },
  {
    id: 'concurrency',
    title: 'Requests at the same time',
    why: "Two users who ask at the same time get each other's plants. No test with one user and one request at a time can see it.",
    checks: ['users-not-mixed'],
    advice: [
      {
        framework: 'Express',
        text: 'A variable of a module is shared by all requests, and changes at every await. Use the request object or `AsyncLocalStorage`.',
        code: 'request.user = users.get(token)',
      },
      {
        framework: 'Spring',
        text: 'A controller and a service are one object for all requests: no fields for the user. Take it from the method parameters.',
        code: 'List<Plant> plants(@AuthenticationPrincipal Jwt jwt) { … }',
      },
      {
        framework: 'FastAPI',
        text: 'Use the parameters of the route, or contextvars. Variables of a module, and default arguments such as `[]`, are shared.',
        code: 'user: Annotated[str, Depends(current_user)],',
      },
      {
        framework: 'Go',
        text: 'Use the request or its context, and no variables of the package or members of the handler.',
        code: 'user := r.Header.Get("X-User")',
      },
      {
        framework: 'Rails',
        text: 'Class variables and `Thread.current` stay after the request: use `ActiveSupport::CurrentAttributes`.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'A singleton that takes a scoped service keeps the first one. Register it as scoped.',
      },
    ],
  },
  {
    id: 'cors',
    title: 'Pages of other origins (CORS)',
    why: 'With these headers, a server says which pages may read its responses. Too strict, and your own page fails in the browser. Too open, and every page that a user visits can read their plants.',
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
        text: '`cors({ origin: true, credentials: true })` allows every origin: pass a list. Use it before the authentication, or preflights get a 401.',
        code: "app.use(cors({ origin: ['https://app.example'], allowedHeaders: ['Authorization'] }))",
      },
      {
        framework: 'Spring',
        text: '`allowedOriginPatterns("*")` with `allowCredentials(true)` allows every origin. Enable `http.cors()`, or the security filter refuses preflights.',
        code: 'configuration.setAllowedOrigins(List.of("https://app.example"));\nconfiguration.setAllowedHeaders(List.of("Authorization"));',
      },
      {
        framework: 'FastAPI',
        text: '`allow_origins=["*"]` with `allow_credentials=True` allows every origin: pass a list.',
        code: "app.add_middleware(CORSMiddleware, allow_origins=['https://app.example'], allow_headers=['Authorization'])",
      },
      {
        framework: 'Go',
        text: 'Compare Origin with a list before you copy it, send `Vary: Origin` with every response, and answer preflights before you check the token.',
        code: 'w.Header().Set("Vary", "Origin, Accept-Encoding")\nif origin == "https://app.example" {\n\tw.Header().Set("Access-Control-Allow-Origin", origin)\n}',
      },
      {
        framework: 'Django',
        text: '`CORS_ALLOW_ALL_ORIGINS` with `CORS_ALLOW_CREDENTIALS` allows every origin. Put `CorsMiddleware` first.',
      },
      {
        framework: 'ASP.NET Core',
        text: '`SetIsOriginAllowed(_ => true)` allows every origin. Call `UseCors` before `UseAuthentication`.',
      },
    ],
  },
  {
    id: 'leaks',
    title: 'What responses reveal',
    why: 'A stack trace, a query or an echoed token helps an attacker, and is no use to a client.',
    checks: [
      'error-hides-internals',
      'token-not-echoed',
      'input-not-reflected',
      'limit-not-in-header',
      'method-trace-keeps-secrets',
    ],
    advice: [
      {
        framework: 'Express',
        text: "Write a fixed text for a 500, and the stack into the log only. Express's own page shows the stack unless `NODE_ENV=production`.",
        code: "const message = status < 500 ? error.message : 'internal error'",
      },
      {
        framework: 'Spring',
        text: 'Leave the stack trace and the message out of errors.',
        code: 'server.error.include-stacktrace=never\nserver.error.include-message=never',
      },
      {
        framework: 'FastAPI',
        text: 'Start the application without `debug=True`, and put no traceback and no `str(error)` into responses.',
        code: "message = 'limit must be a whole number from 0'",
      },
      {
        framework: 'Go',
        text: 'Write a fixed text. `debug.Stack()`, `err.Error()` and `%+v` belong in the log.',
        code: 'writeError(w, 500, "internal error")',
      },
      { framework: 'Rails', text: 'Set `config.consider_all_requests_local = false`.' },
      { framework: 'Django', text: 'Set `DEBUG = False`: its page shows settings and code.' },
      { framework: 'ASP.NET Core', text: 'Call `UseDeveloperExceptionPage` only in development.' },
    ],
  },
]
