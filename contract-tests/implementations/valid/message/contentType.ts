import { setHeaders } from '../../change.ts'
import type { Variation } from '../../implementation.ts'

const mediaType = (id: string, value: string, title: string): Variation => ({
  id,
  title,
  rows: ['V51'],
  difference: setHeaders({ 'Content-Type': value }),
})

/** Spellings of the media type. */
export const contentTypeVariations: readonly Variation[] = [
  mediaType('charset-utf-8', 'application/json; charset=utf-8', 'adds charset=utf-8 to the media type'),
  mediaType(
    'charset-quoted',
    'application/json ;CharSet="UTF-8"',
    'adds a charset in quotation marks to the media type',
  ),
  mediaType(
    'charset-of-ascii',
    'application/json; charset=ISO-8859-1',
    'declares ISO-8859-1, and sends only ASCII characters',
  ),
  mediaType('media-type-upper-case', 'Application/JSON', 'writes the media type in mixed case'),
  mediaType(
    'media-type-parameters',
    'application/json;v=1;profile="https://a/b;c, \\"d\\""',
    'adds parameters to the media type',
  ),
  mediaType('media-type-semicolon', 'application/json;', 'ends the media type with a semicolon'),
]
