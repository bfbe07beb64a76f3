import { isFresh } from './isFresh.testing.ts'

/** Whether `dist` was built from the sources as they are now. */
export function isBuilt(): boolean {
  const sources = ['{src,contract-tests,spec,fixtures}/**/*.*', 'package.json', 'rolldown.config.ts']
  // The last file that the build writes.
  return isFresh('dist/commonJs/types/package.json', sources)
}
