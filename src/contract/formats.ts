type NumberFormat = { type: 'number'; validate: (value: number) => boolean }

/**
 * OpenAPI's formats of numbers, as ranges: whether a number is whole is for `type: integer` to say, and 400.0 is. The numbers of
 * JavaScript lack the last integers of 64 bits, but have the first one after them.
 */
export const numberFormats: Readonly<Record<string, NumberFormat>> = {
  ...Object.fromEntries(
    [8, 16, 32, 64].flatMap((bits) => [
      [`int${bits}`, range(-(2 ** (bits - 1)), 2 ** (bits - 1))],
      [`uint${bits}`, range(0, 2 ** bits)],
    ]),
  ),
  float: { type: 'number', validate: (value) => Math.abs(value) <= 3.4028234663852886e38 },
}

function range(from: number, end: number): NumberFormat {
  return { type: 'number', validate: (value) => value >= from && value < end }
}
