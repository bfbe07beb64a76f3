import { registerHooks } from 'node:module'

/** The contract as TypeScript types, for `openapi-fetch` and whoever else speaks it. */
export async function typesModule(contract: URL): Promise<string> {
  // openapi-typescript prints with the compiler's own functions, which TypeScript 7 no longer has in JavaScript:
  // it is given the last one that has them, as another package carries it.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? next('./typescript.ts', { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
  const { astToString, default: openapiTypescript } = await import('openapi-typescript')
  hooks.deregister()
  return `// Made by the build from spec/openapi.yaml.\n${astToString(await openapiTypescript(contract))}`
}
