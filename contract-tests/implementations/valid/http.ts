import { fields } from '../change.ts'
import type { Variation } from '../implementation.ts'

export const http: readonly Variation[] = [
  {
    id: 'charset-utf-8',
    title: 'adds charset=utf-8 to the media type',
    rows: ['V51'],
    difference: fields({ 'Content-Type': 'application/json; charset=utf-8' }),
  },
  {
    id: 'media-type-upper-case',
    title: 'writes the media type in upper case',
    rows: ['V51'],
    difference: fields({ 'Content-Type': 'Application/JSON' }),
  },
]
