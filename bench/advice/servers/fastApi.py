# GET /plants in FastAPI, correct unless MISTAKE names a topic of the advice: then it makes the mistake of that topic.
import asyncio
import gzip
import json
import os
import traceback
from typing import Annotated, Optional

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

MISTAKE = os.environ.get('MISTAKE', '')
USERS = {'token-Anna-7Qd2xK': 'anna', 'token-Ben-9Kx4mP': 'ben'}
ROWS = [
    ('anna', 'Monstera deliciosa', 'aroid'),
    ('anna', 'Blütenstern', 'bulb'),
    ('anna', 'Ficus lyrata', None),
    ('ben', 'Dionaea muscipula', 'carnivore'),
    ('ben', 'Nepenthes rajah', None),
]
CACHE = {}
current = {'user': ''}


class Plant(BaseModel):
    name: str
    tag: Optional[str] = None


app = FastAPI(redirect_slashes=False)
bearer = HTTPBearer(auto_error=False)


def current_user(credentials: Annotated[Optional[HTTPAuthorizationCredentials], Depends(bearer)]) -> str:
    user = USERS.get(credentials.credentials) if credentials else None
    if user is None and MISTAKE == 'auth' and credentials:
        user = 'anna'
    if user is None:
        raise HTTPException(401, 'a valid token is required', {'WWW-Authenticate': 'Bearer realm="plants"'})
    return user


@app.exception_handler(RequestValidationError)
async def invalid(request: Request, error: RequestValidationError):
    message = 'limit must be a whole number from 0'
    if MISTAKE == 'errors':
        return JSONResponse({'detail': message}, 400)
    if MISTAKE == 'leaks':
        message = ''.join(traceback.format_exception(type(error), error, error.__traceback__))
    return JSONResponse({'error': 400, 'message': message}, 400)


@app.exception_handler(StarletteHTTPException)
async def failed(request: Request, error: StarletteHTTPException):
    body = {'error': error.status_code, 'message': str(error.detail)}
    return JSONResponse(body, error.status_code, error.headers)


async def list_plants(
    request: Request,
    response: Response,
    user: Annotated[str, Depends(current_user)],
    limit: Annotated[Optional[int], Query(ge=0)] = None,
):
    current['user'] = user
    # As a query of a database would.
    await asyncio.sleep(0.001)
    if MISTAKE == 'concurrency':
        user = current['user']
    rows = ROWS if MISTAKE == 'users' else [row for row in ROWS if row[0] == user]
    plants = [Plant(name=name, tag=tag) for _, name, tag in rows]
    listed = plants if limit is None else plants[:limit]
    response.headers['Cache-Control'] = 'private, no-cache'
    if request.url.scheme == 'https' or MISTAKE == 'headers':
        response.headers['Strict-Transport-Security'] = 'max-age=31536000'
    text = json.dumps([{k: v for k, v in vars(plant).items() if v is not None} for plant in listed], ensure_ascii=False)
    if MISTAKE == 'operation' and not listed:
        return Response(status_code=204)
    if MISTAKE == 'limit':
        return plants if limit is None else plants[: limit + 1]
    if MISTAKE == 'json':
        return Response(text.encode('utf-8-sig'), media_type='application/json')
    if MISTAKE == 'content-type':
        return Response(text)
    if MISTAKE == 'framing':
        return Response(text, headers={'Content-Length': str(len(text))}, media_type='application/json')
    if MISTAKE == 'compression':
        headers = {'Content-Encoding': 'gzip'}
        return Response(gzip.compress(text.encode()), headers=headers, media_type='application/json')
    if MISTAKE == 'conditional' and request.headers.get('If-None-Match'):
        return Response(status_code=304)
    if MISTAKE == 'lists':
        return JSONResponse({'plants': json.loads(text)})
    return listed


@app.middleware('http')
async def replay(request: Request, call_next):
    """A cache that knows only the URL."""
    if MISTAKE != 'caching':
        return await call_next(request)
    key = str(request.url)
    if key not in CACHE:
        response = await call_next(request)
        body = b''.join([part async for part in response.body_iterator])
        if response.status_code != 200:
            return Response(body, response.status_code, dict(response.headers))
        CACHE[key] = body
    return Response(CACHE[key], media_type='application/json')


if MISTAKE.startswith('redirects'):

    @app.get('/plants')
    async def redirect(request: Request):
        if MISTAKE == 'redirects':
            return RedirectResponse(f'/v1{request.url.path}')
        return RedirectResponse(f'/v1{request.url.path}?{request.url.query}')


for path in ['/plants', '/v1/plants']:
    if MISTAKE == 'methods':
        app.get(path, response_model=list[Plant], response_model_exclude_none=True)(list_plants)
    elif MISTAKE == 'lists':
        app.api_route(path, methods=['GET', 'HEAD'], response_model=None)(list_plants)
    elif MISTAKE == 'members':
        app.api_route(path, methods=['GET', 'HEAD'], response_model=list[Plant])(list_plants)
    else:
        app.api_route(
            path,
            methods=['GET', 'HEAD'],
            response_model=list[Plant],
            response_model_exclude_none=True,
        )(list_plants)

if MISTAKE == 'cors':
    app.add_middleware(CORSMiddleware, allow_origins=['*'], allow_credentials=True)
else:
    app.add_middleware(CORSMiddleware, allow_origins=['https://app.example'], allow_headers=['Authorization'])

uvicorn.run(app, host='127.0.0.1', port=int(os.environ['PORT']), log_level='warning', proxy_headers=False)
