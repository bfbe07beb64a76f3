# GET /plants in FastAPI, built from the advised code. If the environment variable REDIRECT is set, /plants redirects to /v1/plants.
import os
from typing import Annotated, Optional

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

USERS = {'token-Anna-7Qd2xK': 'anna', 'token-Ben-9Kx4mP': 'ben'}
ROWS = [
    ('anna', 'Monstera deliciosa', 'aroid'),
    ('anna', 'Blütenstern', 'bulb'),
    ('anna', 'Ficus lyrata', None),
    ('ben', 'Dionaea muscipula', 'carnivore'),
    ('ben', 'Nepenthes rajah', None),
]


class Plant(BaseModel):
    name: str
    tag: Optional[str] = None


app = FastAPI(redirect_slashes=False)
bearer = HTTPBearer(auto_error=False)


def current_user(credentials: Annotated[Optional[HTTPAuthorizationCredentials], Depends(bearer)]) -> str:
    user = USERS.get(credentials.credentials) if credentials else None
    if user is None:
        raise HTTPException(401, 'a valid token is required', {'WWW-Authenticate': 'Bearer realm="plants"'})
    return user


@app.exception_handler(RequestValidationError)
async def invalid(request: Request, error: RequestValidationError):
    message = 'limit must be a whole number from 0'
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
    rows = [row for row in ROWS if row[0] == user]
    plants = [Plant(name=name, tag=tag) for _, name, tag in rows]
    listed = plants if limit is None else plants[:limit]
    response.headers['Cache-Control'] = 'private, no-cache'
    if request.url.scheme == 'https':
        response.headers['Strict-Transport-Security'] = 'max-age=31536000'
    return listed


if 'REDIRECT' in os.environ:

    @app.get('/plants')
    async def redirect(request: Request):
        return RedirectResponse(f'/v1{request.url.path}?{request.url.query}')


for path in ['/plants', '/v1/plants']:
    app.api_route(
        path,
        methods=['GET', 'HEAD'],
        response_model=list[Plant],
        response_model_exclude_none=True,
    )(list_plants)

app.add_middleware(CORSMiddleware, allow_origins=['https://app.example'], allow_headers=['Authorization'])

uvicorn.run(app, host='127.0.0.1', port=int(os.environ['PORT']), log_level='warning', proxy_headers=False)
