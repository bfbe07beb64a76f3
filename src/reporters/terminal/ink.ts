import { styleText } from 'node:util'

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>

/** Colours a text, or leaves it as it is. */
export type Ink = (style: Style, text: string) => string

export const plain: Ink = (_style, text) => text

/** Colours whatever the stream is: whether to colour has been decided by then. */
export const colored: Ink = (style, text) => styleText(style, text, { validateStream: false })
