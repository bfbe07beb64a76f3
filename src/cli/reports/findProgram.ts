import { packageRoot, readKit } from '../../contract/files.ts'

/** How the user called the kit, for commands to copy. A program that npx runs is not on the PATH. */
export function findProgram(env: NodeJS.ProcessEnv = process.env, root = packageRoot.pathname): string {
  // Set by npm, npx and the scripts of package.json.
  if (!env.npm_command) return 'plant-store'
  const { name, version } = readKit()
  // npx without a project has a folder for packages of its own.
  return root.includes('/_npx/') ? `npx ${name}@${version}` : 'npx plant-store'
}
