/** The range of the format `int32`, which is part of the contract here where JSON Schema alone would take it for a remark. */
export const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/** The member that says of each schema where in the contract it stands; to JSON Schema it means nothing. */
export const POINTER = 'x-pointer'
