/** What the kit uses of it. Jest itself provides this module to its tests, so it need not be installed. */
declare module '@jest/globals' {
  export const describe: (name: string, declare: () => void) => void
  export const afterAll: (run: () => void) => void
  export const beforeAll: (run: () => Promise<void>, timeout: number) => void
  export const test: (name: string, run: () => void) => void
  export const expect: { extend: (matchers: object) => void }
}
