/** The range of OpenAPI's format `int32`. JSON Schema alone would ignore the format. */
export const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/** The member that holds the JSON pointer of a schema. JSON Schema ignores it. */
export const POINTER = 'x-pointer'
