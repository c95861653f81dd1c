import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, namespaceOf, shellWord } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'
import { builtPath } from '../built-path.ts'
import { typesDefinedBy } from '../reading/defined-types.ts'

/** Writes an executable script that serves the types of a source. Returns `undefined` if the file defines none. */
export function executableOfSource(file: string): { readonly executable: string; remove(): void } | undefined {
  if (!/\.[cm]?[jt]s$/.test(file)) return undefined
  const types = typesDefinedBy(readOptionalText(file) ?? '')
  const [namespace, ...others] = new Set(types.map(namespaceOf))
  if (namespace === undefined) return undefined
  if (others.length > 0)
    throw new Failure(
      'testkit/no-plugin',
      `${file} defines types of ${[namespace, ...others].join(' and ')}, but a plugin has only one namespace`,
      { hint: 'test one at a time: put each namespace into its own file' },
    )
  const files = Object.fromEntries(types.map((type) => [type, file]))
  const folder = mkdtempSync(join(tmpdir(), 'slipway-source-'))
  const executable = join(folder, 'plugin')
  const words = [process.execPath, builtPath('resources.cjs'), JSON.stringify({ namespace, files })].map(shellWord)
  writeFileSync(executable, `#!/bin/sh\nexec ${words.join(' ')}\n`, { mode: 0o700 })
  return { executable, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
