/** Options of the mock that Vitest's tests share. Plants are below any prefix, as in a page that is developed with Vite. */
export const setupOptions = { port: 0, basePath: '*' } as const
