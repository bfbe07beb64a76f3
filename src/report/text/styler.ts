import { styleText } from 'node:util'

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>

/** Styles a text, for example in a colour. */
export type Styler = (style: Style, text: string) => string

/** Leaves every text as it is. */
export const plain: Styler = (_style, text) => text

/** Adds ANSI escape sequences. Does not look at the output stream: the caller has already decided to use colours. */
export const colored: Styler = (style, text) => styleText(style, text, { validateStream: false })
