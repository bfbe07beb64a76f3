import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packKit } from '../build.testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the packed kit. */
    kitArchive: string
  }
}

/** Packs the kit once for all rows. */
export default async function setUp({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-packed-'))
  provide('kitArchive', await packKit(folder))
  return () => rmSync(folder, { recursive: true })
}
