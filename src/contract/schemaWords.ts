/** The member that holds the JSON pointer of a schema. JSON Schema ignores it. */
export const POINTER = 'x-pointer'
