/** What a violation of each check does to a client or to an operator. */
export const whys: Readonly<Record<string, string>> = {
  'operation-answers':
    'Without a response, a client cannot tell a server that is slow from one that is down, and waits or tries again.',
  'operation-exists': 'Nothing else can work: every client gets an error.',
  'operation-no-crash': 'The request was valid, so no client can do anything about it.',
  'operation-serves-plain-request':
    'A client that follows the contract leaves out an optional parameter, and gets an error.',
  'operation-token-honoured':
    'Users are logged out for no reason, and their clients ask for a new token that does not help.',
  'status-success-is-200':
    'Generated clients know only the documented status: they take any other one for a failure, or do not read the body.',
  'status-not-transformed':
    'Something between the server and its clients rewrites responses, and can break them at any time.',
  'status-no-unasked-304': 'A 304 has no body, and a client that has stored nothing has nothing to show.',
  'redirect-arrives':
    'A client that follows the redirect gets an error, or the whole list in place of what it asked for.',
  'redirect-keeps-token-safe':
    'Some clients send the token along, to a host that should not have it, or where anyone on the network can read it.',
  'framing-complete':
    'A client waits for the missing bytes until its timeout, or shows a list that is cut off.',
  'framing-nothing-after': 'The next response on the connection begins with these bytes, and cannot be read.',
  'framing-one-way':
    'A proxy and a server that choose different lengths see different responses; attackers use this to smuggle requests.',
  'framing-chunks': 'A client cannot find the end of the body, and drops the connection.',
  'framing-no-body': 'A client takes the bytes for the beginning of the next response.',
  'message-syntax': 'Strict clients refuse the response, and lenient ones read different headers from it.',
  'status-code-known-class': 'A client decides by the first digit, and has no rule for this one.',
  'json-present': 'Parsing an empty body throws an error in every JSON library.',
  'json-utf-8': 'Names with other letters than a to z are shown as question marks, or the parser stops.',
  'json-no-bom': 'JSON.parse and many other parsers refuse a byte order mark.',
  'json-syntax': 'A client cannot read the body at all.',
  'json-names-unique':
    'Some parsers take the first value and some the last, so two clients show different plants.',
  'json-whole-characters':
    'Parsers replace half a character, refuse it, or pass it on to a database that refuses it.',
  'content-type-present': 'A client must guess what the body is. Many do not parse it.',
  'content-type-json': 'Clients that choose their parser by the media type do not read the body as JSON.',
  'content-type-single': 'One client reads the first header and another one the second.',
  'content-type-well-formed': 'A client that cannot parse the header treats the body as unknown bytes.',
  'charset-true': 'A client that believes the label shows wrong letters.',
  'coding-not-forced': 'The client said that it cannot read this coding.',
  'coding-decodes': 'A client decodes the body as the header says, and gets an error.',
  'accept-json-served': 'Ordinary clients such as curl and fetch get a 406 in place of plants.',
  'accept-forms-served':
    'Clients that write Accept in another valid way, such as browsers with weights, are refused.',
  'date-valid': 'Caches compute the age of a response from dates, and ignore those that they cannot read.',
  'retry-after-valid': 'A client cannot tell how long to wait, and tries again at once, or never.',
  'etag-well-formed': 'A cache cannot send the tag back, so it never gets a 304.',
  'hsts-over-tls-only':
    'Browsers ignore the header there, and its presence shows that the server does not know whether it uses TLS.',
  'plants-array': 'Clients loop over the body: an object or null makes them crash.',
  'plant-object': 'Clients read the members of each element: null or text makes them crash.',
  'plant-name-present': 'A client shows "undefined", or a typed client refuses the whole list.',
  'plant-name-string': 'A typed client refuses the whole list because of one name.',
  'plant-tag-string':
    'A typed client has no null for a tag, and refuses the whole list. This is the most common mistake in lists.',
  'error-object': 'A client cannot show what went wrong.',
  'error-members-present': 'A client shows "undefined" where the reason should be.',
  'error-integer': 'A client that compares the number with 400 finds it different.',
  'error-int32': 'The number overflows in languages whose int has 32 bits.',
  'error-message-string': 'A client shows "[object Object]" or "null" to its user.',
  'limit-honoured': 'A page that asked for ten plants gets thousands, and a small device runs out of memory.',
  'limit-usable': 'The parameter is documented, but no client can use it.',
  'list-not-empty-without-limit': 'A client that leaves out the limit shows an empty shelf.',
  'limit-fills-up': 'A client takes a short page for the last one, and never shows the rest.',
  'limit-positive-no-crash': 'A valid number makes the server fail, and perhaps for everyone.',
  'limit-open-no-crash':
    'The contract allows these numbers, so they arrive: from an empty form, or from a subtraction.',
  'limit-outside-no-crash': 'A typing error in a URL fills your error log and wakes up the person on call.',
  'limit-encoding-equal':
    'Proxies and libraries encode letters as they like, so the same request works or fails by chance.',
  'auth-token-needed': 'Everyone can read the plants.',
  'auth-token-checked': 'Everyone who makes up a token can read the plants.',
  'auth-empty-refused':
    'Everyone who sends an empty token can read the plants. Clients do so when a variable is not set.',
  'auth-tampered-refused': 'A changed token is accepted, so its content, such as the user, is worth nothing.',
  'auth-whole-token-compared': 'An attacker needs to guess only a part of a token.',
  'auth-letter-case-compared': 'Tokens in another case are fewer to guess by a large factor.',
  'auth-scheme-checked': 'Any text in the header opens the operation.',
  'auth-cookie-alone-refused':
    'Browsers send cookies by themselves, so another page can read or act in the name of a user.',
  'auth-every-path': 'The rule protects one spelling of the path, and the handler serves others.',
  'auth-not-replayed': 'A client without a token reads what a user was sent shortly before.',
  'auth-field-name-any-case': 'HTTP/2 clients and many libraries send header names in lower case.',
  'auth-scheme-any-case': 'Some clients write "bearer", and the standard allows that.',
  'auth-scheme-needed':
    'A client with such a mistake works by chance, and stops working when the server changes.',
  'auth-one-field': 'A proxy may check one of the two headers and the server use the other.',
  'auth-two-spaces': 'The standard allows it, though few clients do it.',
  'auth-refusal-without-plants': 'The status says no, and the body gives the plants away.',
  'auth-refusal-no-crash':
    'A client cannot tell a missing token from a broken server, and does not ask its user to log in.',
  'auth-challenge-present': 'Clients and libraries start the login when they see this header.',
  'error-for-credentials': 'The contract has one form for each 400, and clients parse it.',
  'users-not-mixed': 'Users see the plants of others when the server is busy.',
  'users-not-replayed': 'Users see the plants of the user who asked before them.',
  'users-lists-differ': 'Every user gets the same list.',
  'users-plants-own': 'A user sees what belongs to others.',
  'users-plants-hidden': 'Users see drafts, or what was deleted.',
  'users-tags-unaltered': 'Plants appear in the wrong group.',
  'users-names-unaltered': 'Users see broken names, and cannot find their plants by name.',
  'users-plants-all': 'Users miss plants, and no error says so.',
  'users-plants-once': 'Users see plants twice, and counts are wrong.',
  'health-after-bad-requests':
    'A few malformed requests, from a scanner or a broken client, take the server down for everyone.',
  'limit-not-in-header':
    'An attacker can add headers to a response, such as a cookie, and send a link with it to a user.',
  'long-query-survived': 'Anyone can occupy or stop the server with a long URL.',
  'long-field-survived':
    'Anyone can occupy or stop the server with a long header. Browsers send long cookies, too.',
  'version-1.0-not-chunked':
    'An HTTP/1.0 client, such as some health checks and older proxies, takes the sizes of the chunks for content.',
  'path-encoding-equal': 'The two URLs are equivalent, so a proxy may turn one into the other.',
  'user-agent-not-needed': 'Small devices and scripts often send no User-Agent.',
  'gateway-error-form': 'Clients that expect an Error cannot show what the gateway says.',
  'auth-challenge-bearer': 'Libraries that parse the challenge do not understand this one.',
  'auth-challenge-no-error-unasked': 'A client that has sent no token reads that its token is wrong.',
  'auth-bad-token-401': 'Clients ask for a new token after a 401, and give up after a 403.',
  'method-unknown-refused': 'Rules and logs that look at the method do not expect a list there.',
  'method-no-crash': 'Scanners and monitors send other methods all day, and each one fills your error log.',
  'method-trace-keeps-secrets': 'A script in a page can read a token that it should never see.',
  'method-allow-listed': 'A client cannot find out what it may send.',
  'head-supported': 'Monitors and link checkers use HEAD to save traffic.',
  'head-token-needed':
    'Anyone can find out how many bytes of plants there are, and whether a token is needed at all.',
  'head-like-get': 'A monitor that uses HEAD reports something else than users see.',
  'head-length-true':
    'Clients that ask for the length first reserve too little or too much, or report a broken download.',
  'length-without-body-true': 'A client waits for bytes that do not arrive, or stores a wrong length.',
  'get-changes-nothing':
    'Browsers, caches and monitors repeat GET as often as they like, and each time the list changes.',
  'condition-foreign-tag-refused': 'A client keeps showing an old list, or another one.',
  'condition-own-tag-understood': 'Clients that revalidate get an error, or never save any traffic.',
  'not-modified-fields': 'A cache does not learn how much longer it may keep the list.',
  'etag-strong-unique': 'A cache takes two different lists for the same one, and shows the wrong one.',
  'cache-private': 'A shared cache may store the plants of a user and give them to others.',
  'cache-users-apart':
    'Responses come from a cache, and one user is not enough to see whether it keeps users apart.',
  'cache-vary-coding': 'A cache gives a compressed response to a client that cannot read it.',
  'cache-vary-origin':
    'A cache gives a response for one origin to a page of another one, whose browser then refuses it.',
  'range-unknown-unit-ignored':
    'A client that asks for something the server does not know should get the whole list, not an error.',
  'range-partial-true': 'A client joins parts of a list that do not fit.',
  'cors-origin-not-reflected': 'Every page that a logged-in user visits can read their plants.',
  'cors-one-origin': 'Browsers refuse the response, and the page shows a network error.',
  'cors-preflight-answered': 'A page of another origin cannot send the token at all.',
  'cors-errors-readable': 'A page sees a network error in place of the reason.',
  'error-hides-internals': 'Paths, queries and versions tell an attacker where to begin.',
  'token-not-echoed': 'Responses are logged, cached and shown, and the token with them.',
  'input-not-reflected': 'A link can run a script in the name of the user who opens it.',
  'tls-used': 'Anyone on the way can read and reuse the token.',
  'version-not-told': 'Attackers look for servers with a version that has a known hole.',
  'nosniff-set': 'Old browsers may run JSON as a script or a page.',
  'plants-without-secrets': 'Whole database records in a response show more than the contract says.',
  'list-bounded': 'One request can occupy the server and the client for long.',
  'default-not-smaller': 'A client that leaves out the limit to get all plants gets only a part.',
  'limit-not-wrapped': 'A large number becomes a small one, and the list is cut without an error.',
  'limit-costs-no-time': 'One number in a URL keeps the server busy.',
  'names-printable': 'Such characters break logs, terminals and databases.',
  'profile-limit': 'Your clients may rely on what your server does, although the contract does not say so.',
  'profile-refusals':
    'Your clients may rely on what your server does, although the contract does not say so.',
}
