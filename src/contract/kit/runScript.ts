// An import reads all members of a module of Node.js, and some of those load other modules.
const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
const { createRequire, getCompileCacheDir } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const { constants, Script } = process.getBuiltinModule('node:vm')
const { crc32 } = process.getBuiltinModule('node:zlib')

type Exports = Record<string, unknown>

/** Writes what V8 has compiled of the scripts that had to be compiled. */
const savers = new Set<() => void>()
const BEFORE = '(function (exports, require, module, __filename, __dirname) {'

/**
 * Runs a CommonJS file, and returns what it exports. It gets these modules from `require`. The build makes such a file of the harness.
 *
 * Reuses what V8 compiled in an earlier run, if the process uses the compile cache of Node.js. That cache itself has only what V8
 * compiles while it loads a module, and not the functions that it compiles when they are first called. Those take a fifth of a run.
 */
export function runScript(url: URL, modules: Readonly<Record<string, unknown>>): Exports {
  const filename = fileURLToPath(url)
  const source = readFileSync(filename)
  const file = placeCode(source)
  const cachedData = file === undefined ? undefined : readCode(file)
  const script = new Script(`${BEFORE}${source}\n})`, {
    filename,
    columnOffset: -BEFORE.length,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (file !== undefined && (!cachedData || script.cachedDataRejected))
    savers.add(() => writeCode(file, script.createCachedData()))
  const requireBuiltin = createRequire(url)
  const loaded: { exports: Exports } = { exports: {} }
  script.runInThisContext()(
    loaded.exports,
    (id: string) => modules[id] ?? requireBuiltin(id),
    loaded,
    filename,
    dirname(filename),
  )
  return loaded.exports
}

/** Keeps what V8 has compiled for the next process. Call it after a usual run, because it keeps only what was called. */
export function saveScripts(): void {
  for (const save of savers) save()
  savers.clear()
}

/** V8 itself notices another version or other flags, but not another source of the same length. */
function placeCode(source: Buffer): string | undefined {
  const folder = getCompileCacheDir()
  return folder === undefined ? undefined : join(folder, `plant-store-kit-${crc32(source).toString(16)}`)
}

function readCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(4)
    return bytes.readUInt32LE() === crc32(code) ? code : undefined
  } catch {
    // There is none yet, or it was cut off.
    return undefined
  }
}

function writeCode(file: string, code: Buffer): void {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(code))
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, Buffer.concat([sum, code]), { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // A cache that cannot be written costs time, and nothing else. Node.js does the same with its own.
  }
}
