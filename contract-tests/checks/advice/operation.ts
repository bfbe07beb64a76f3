import type { Topic } from './topic.ts'

/** The operation itself: the route, the limit, the list and its plants, errors, methods and redirects. */
export const operationTopics: readonly Topic[] = [
  {
    id: 'operation',
    title: 'The route and its status',
    why: 'A client can use nothing else if the operation is not there, or if it sometimes fails for no reason that the client can see.',
    checks: [
      'operation-answers',
      'operation-exists',
      'operation-no-crash',
      'status-success-is-200',
      'status-not-transformed',
      'status-code-known-class',
      'health-after-bad-requests',
      'long-query-survived',
      'long-field-survived',
      'path-encoding-equal',
      'user-agent-not-needed',
      'get-changes-nothing',
    ],
    advice: [
      {
        framework: 'Express',
        text: 'Send an empty list with `response.json([])`, not with `sendStatus(204)`. Express 5 passes the rejection of an async handler to the error handler. Express 4 does not, and the request hangs: catch it and call `next(error)`.',
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Return the list itself. `ResponseEntity.of(Optional.empty())` is a 404, and `ResponseEntity.noContent()` a 204. Check `server.servlet.context-path` and the path of `@RequestMapping` if the operation is not found.',
        code: '@GetMapping("/plants")\nList<Plant> plants(@RequestParam(required = false) Integer limit) { … }',
      },
      {
        framework: 'FastAPI',
        text: 'Return the list, `[]` if it is empty, and declare no `status_code` on the route. If the application is mounted below a path, check the prefix of `include_router`.',
        code: 'return listed',
      },
      {
        framework: 'Go',
        text: '`net/http` answers a panic by closing the connection, which clients see as a network error, and prints `http: panic serving` with a stack trace to standard error. Fix the line that it names: often a slice beyond its length. Then recover in a handler around all others, so that the next panic is a 500.',
        code: 'defer func() {\n\tif problem := recover(); problem != nil {\n\t\twriteError(w, 500, "internal error")\n\t}\n}()',
      },
    ],
  },
  {
    id: 'limit',
    title: 'The limit',
    why: 'Clients use limit to fill a page or to protect a small device. If it is ignored, they get more than they asked for. If an odd value crashes the server, one typing error takes it down.',
    checks: [
      'limit-honoured',
      'limit-usable',
      'list-not-empty-without-limit',
      'limit-fills-up',
      'limit-positive-no-crash',
      'limit-open-no-crash',
      'limit-outside-no-crash',
      'limit-encoding-equal',
      'limit-not-wrapped',
      'limit-costs-no-time',
      'default-not-smaller',
      'list-bounded',
      'profile-limit',
      'operation-serves-plain-request',
    ],
    advice: [
      {
        framework: 'Express',
        text: 'The query is text, or an array if the parameter is repeated, and `parseInt` accepts `1abc`. Test the text, and cut the list to the number.',
        code: "const { limit } = request.query\nif (limit !== undefined && !/^\\d+$/.test(limit))\n  throw Object.assign(new Error('limit must be a whole number'), { status: 400 })\nconst listed = plants.slice(0, limit === undefined ? undefined : Number(limit))",
      },
      {
        framework: 'Spring',
        text: 'Declare `@RequestParam(required = false) Integer limit`, and turn `MethodArgumentTypeMismatchException` into a 400 in a `@RestControllerAdvice`. `PageRequest.of` throws for a size below 1.',
        code: '@GetMapping("/plants")\nList<Plant> plants(@RequestParam(required = false) @Min(0) Integer limit) { … }',
      },
      {
        framework: 'FastAPI',
        text: 'Declare the limit as optional, with the lowest value that you serve. Invalid values get a 422: handle `RequestValidationError`, and send a 400.',
        code: 'limit: Annotated[Optional[int], Query(ge=0)] = None,',
      },
      {
        framework: 'Go',
        text: 'A slice panics beyond its length, so compare before you cut. Never `make([]Plant, limit)`: a limit of 2147483647 would need all memory.',
        code: 'if limit < int64(len(owned)) {\n\towned = owned[:limit]\n}',
      },
      {
        framework: 'Fastify, Hono',
        text: "The query is text, and `parseInt` accepts `1abc`. In Fastify, use the schema `{ type: 'integer' }`. In Hono, test the text with `/^-?\\d+$/`.",
      },
      {
        framework: 'NestJS',
        text: "Use `@Query('limit', new ParseIntPipe({ optional: true }))`. A `ValidationPipe` leaves text as it is unless it has `transform: true`.",
      },
      {
        framework: 'Django',
        text: '`int()` raises `ValueError` for other text, and slicing a query set raises for negative numbers. Catch both, or Django sends a 500.',
      },
      {
        framework: 'Rails',
        text: '`"abc".to_i` is 0. Use `Integer(params[:limit], exception: false)`, and send a 400 for nil.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Declare `int? limit`. `Take()` returns nothing for negative numbers, and `FromSql` with a negative LIMIT fails.',
      },
      {
        framework: 'SQL',
        text: 'LIMIT takes only numbers from 0 on in PostgreSQL and MySQL. SQLite reads a negative one as no limit.',
      },
    ],
  },
  {
    id: 'lists',
    title: 'The list',
    why: 'A client reads the body as an array. If it is an object, null or only a part of the list, the client crashes, or shows too few plants and reports no error.',
    checks: ['plants-array', 'json-present', 'users-plants-all', 'users-plants-once'],
    advice: [
      {
        framework: 'Express',
        text: 'Pass the array itself to `response.json`, not an object around it, and `[]` if there are no plants.',
        code: 'response.json(listed)',
      },
      {
        framework: 'Spring',
        text: 'Return `page.getContent()`, not the Page, which is an object and has 20 elements by default.',
        code: 'return plants.findByOwner(user, Pageable.unpaged()).getContent();',
      },
      {
        framework: 'FastAPI',
        text: 'Return the list, not a page of fastapi-pagination, which is an object with items. `response_model=list[Plant]` shows the mistake as a 500 in your own tests.',
        code: 'response_model=list[Plant],',
      },
      {
        framework: 'Go',
        text: 'A nil slice becomes null: start with an empty one.',
        code: 'owned := make([]Plant, 0)',
      },
      {
        framework: 'Django REST framework',
        text: 'Set `pagination_class = None`: pagination wraps the list in an object and cuts it.',
      },
      { framework: 'Django', text: '`JsonResponse` needs `safe=False` for a list.' },
      {
        framework: 'Rails',
        text: 'Render without a root, and without the default page size of kaminari or `will_paginate`.',
      },
      {
        framework: 'Laravel',
        text: 'Call `JsonResource::withoutWrapping()`, and `array_values()` after `filter()`, or gaps make the list an object.',
      },
    ],
  },
  {
    id: 'members',
    title: 'The members of a plant',
    why: 'Typed clients are generated from the contract. A null, a number or a missing member fails while they parse the body, and then they show no plants at all.',
    checks: [
      'plant-object',
      'plant-name-present',
      'plant-name-string',
      'plant-tag-string',
      'users-tags-unaltered',
      'plants-without-secrets',
    ],
    advice: [
      {
        framework: 'Express',
        text: '`JSON.stringify` leaves out undefined and writes null. List the members that you send, so that no other column of the database gets out.',
        code: 'const plants = owned.map((row) => ({ name: row.name, tag: row.tag ?? undefined }))',
      },
      {
        framework: 'Spring',
        text: 'Leave out null, and return a record of your own, not the entity of the database.',
        code: '@JsonInclude(JsonInclude.Include.NON_NULL)\nrecord Plant(String name, String tag) {}',
      },
      {
        framework: 'FastAPI',
        text: 'An optional member without a value is written as null: add `response_model_exclude_none=True` to the route.',
        code: 'response_model_exclude_none=True,',
      },
      {
        framework: 'Go',
        text: 'Without a tag, the member is called "Name". A pointer without omitempty is written as null.',
        code: 'Name string  `json:"name"`\nTag  *string `json:"tag,omitempty"`',
      },
      { framework: 'Django REST framework', text: 'Remove members that are None in `to_representation`.' },
      { framework: 'Rails', text: 'Call compact on the hash of a plant.' },
      { framework: '.NET', text: 'Set `DefaultIgnoreCondition` to `WhenWritingNull`.' },
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    why: 'A client shows the message of an Error to its user and decides by its number. If the body is an HTML page or has other members, the user sees nothing, or a second error.',
    checks: [
      'error-object',
      'error-members-present',
      'error-integer',
      'error-int32',
      'error-message-string',
      'error-for-credentials',
      'gateway-error-form',
    ],
    advice: [
      {
        framework: 'Express',
        text: 'Add a last middleware with four parameters, because the one of Express writes HTML. `error` is a number, and the text is in `message`.',
        code: "app.use((error, _request, response, _next) => {\n  const status = error.status ?? 500\n  const message = status < 500 ? error.message : 'internal error'\n  response.status(status).json({ error: status, message })\n})",
      },
      {
        framework: 'Spring',
        text: 'Handle exceptions in a `@RestControllerAdvice` that returns your own Error. The body of Spring has "error" as text, and `ProblemDetail` has other members.',
        code: '@ExceptionHandler(MethodArgumentTypeMismatchException.class)\nResponseEntity<ApiError> invalid() {\n  return ResponseEntity.badRequest().body(new ApiError(400, "limit must be a whole number"));\n}',
      },
      {
        framework: 'FastAPI',
        text: 'Add exception handlers for `RequestValidationError` and for the `HTTPException` of Starlette, whose own bodies have "detail".',
        code: "@app.exception_handler(RequestValidationError)\nasync def invalid(request: Request, error: RequestValidationError):\n    return JSONResponse({'error': 400, 'message': message}, 400)",
      },
      {
        framework: 'Go',
        text: '`http.Error` writes `text/plain`, and a `map[string]string` has no number. Write the JSON yourself, after `Content-Type` and the status.',
        code: 'w.Header().Set("Content-Type", "application/json")\nw.WriteHeader(status)\njson.NewEncoder(w).Encode(Error{status, message})',
      },
      {
        framework: 'Fastify, Hono',
        text: 'Replace the error body with `setErrorHandler` or `app.onError`: it also gets the failures of validation.',
      },
      {
        framework: 'NestJS',
        text: 'Nest writes "message" as an array and "error" as text. Use an exception filter with `@Catch(HttpException)`.',
      },
      {
        framework: 'Django',
        text: 'Set handler400, or `EXCEPTION_HANDLER` of the REST framework, whose own body has "detail".',
      },
      {
        framework: 'Rails',
        text: 'Use `rescue_from ActionController::BadRequest`, and `config.exceptions_app` for what fails before the controller.',
      },
      {
        framework: 'ASP.NET Core',
        text: 'Set `ApiBehaviorOptions.InvalidModelStateResponseFactory`: the `ProblemDetails` of `[ApiController]` have other members.',
      },
    ],
  },
  {
    id: 'methods',
    title: 'Methods',
    why: 'A server that treats every method as GET hides mistakes of its clients, and may let a request past a rule that was written for GET.',
    checks: [
      'method-unknown-refused',
      'method-no-crash',
      'method-allow-listed',
      'head-supported',
      'head-like-get',
      'profile-refusals',
    ],
    advice: [
      {
        framework: 'Express',
        text: '`app.get` also serves HEAD. Other methods get a 404: add `app.all` on the path after it, with a 405 and Allow.',
        code: "app.get(['/plants', '/v1/plants'], listPlants)\napp.all(['/plants', '/v1/plants'], (request, response) => {\n  response.set('Allow', 'GET, HEAD').status(405)",
      },
      {
        framework: 'Spring',
        text: 'Use `@GetMapping`, which also serves HEAD: a `@RequestMapping` without a method serves all.',
        code: '@GetMapping("/plants")',
      },
      {
        framework: 'FastAPI',
        text: '`@app.get` does not serve HEAD: name both methods. Others get a 405 with Allow.',
        code: "methods=['GET', 'HEAD'],",
      },
      {
        framework: 'Go',
        text: 'A pattern without a method serves all, so compare the method. The pattern `"GET /plants"` of Go 1.22 does this by itself.',
        code: 'w.Header().Set("Allow", "GET, HEAD")\nwriteError(w, 405, "only GET and HEAD")',
      },
      {
        framework: 'Django',
        text: 'Use `@require_safe`, which allows GET and HEAD and sends a 405 with Allow otherwise.',
      },
      { framework: 'ASP.NET Core', text: 'Use `[HttpGet]`: a route without a method serves all.' },
    ],
  },
  {
    id: 'redirects',
    title: 'Redirects and TLS',
    why: 'If a redirect loses the query, limit never arrives. If it leads to another host or away from TLS, the token gets there too, and others can read it.',
    checks: ['redirect-arrives', 'redirect-keeps-token-safe', 'tls-used'],
    advice: [
      {
        framework: 'Express',
        text: '`request.path` has no query: redirect to `request.originalUrl`. Behind a proxy that ends TLS, set trust proxy.',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a server.
        code: 'response.redirect(307, `/v1${request.originalUrl}`)',
      },
      {
        framework: 'Spring',
        text: 'Build the location with `ServletUriComponentsBuilder.fromCurrentRequest()`, which keeps the query. Behind a proxy that ends TLS, set `server.forward-headers-strategy=framework`.',
        code: 'URI location = ServletUriComponentsBuilder.fromCurrentRequest().replacePath("/v1/plants").build().toUri();',
      },
      {
        framework: 'FastAPI',
        text: '`request.url.path` has no query. Set `redirect_slashes=False`, or register the route exactly as `/plants`. Behind a proxy that ends TLS, start uvicorn with `--proxy-headers`.',
        code: "return RedirectResponse(f'/v1{request.url.path}?{request.url.query}')",
      },
      {
        framework: 'Go',
        text: '`r.URL.Path` has no query: use `r.URL.RequestURI()`. A pattern that ends in a slash redirects `/plants`: register it without.',
        code: 'http.Redirect(w, r, "/v1"+r.URL.RequestURI(), http.StatusTemporaryRedirect)',
      },
      {
        framework: 'Django',
        text: 'With `APPEND_SLASH`, `/plants` is redirected to `/plants/`: register the path without the slash.',
      },
      {
        framework: 'nginx',
        text: '`return 301 /plants;` loses the query: use `$request_uri`, or `$is_args$args`. Behind a proxy, set `X-Forwarded-Proto`, or the server redirects to http.',
      },
    ],
  },
]
