import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Failure, hasErrors, DiagnosticsFailure } from '@slipway/model'
import { formOf, laidOut, readSource } from '@slipway/source'
import { findBlueprint } from '../project/find-blueprint.ts'
import { blueprintText } from '../loading/blueprint-text.ts'
import { projectFiles } from '../trust/project-files.ts'
import type { Slipway } from '../slipway.ts'

export interface FormatRequest {
  /** A blueprint, or the folder with one; absent: the one blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /** Only look: the file is left as it is. */
  readonly check?: boolean | undefined
}

export interface Formatted {
  /** Absolute. */
  readonly file: string
  /** Whether its layout was another. */
  readonly isChanged: boolean
}

/**
 * Gives a file in the blueprint language the one layout. The new text takes the old one's place at once.
 *
 * @throws DiagnosticsFailure when it cannot be read; Failure `cli/no-layout` for YAML and JSON
 */
export function format(slipway: Slipway, { file: named, check = false }: FormatRequest): Formatted {
  const blueprint = findBlueprint(named, slipway.cwd)
  const { file } = blueprint
  const text = blueprintText({ blueprint, files: projectFiles(slipway, blueprint.directory) })
  if (formOf(file, text) !== 'bp') {
    throw new Failure(
      'cli/no-layout',
      `${file} is not in the blueprint language, and only that has a layout of its own`,
      {
        hint: 'slipway convert --to bp writes it in the language',
      },
    )
  }
  const { diagnostics } = readSource(file, text)
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  const wanted = laidOut(text)
  if (wanted !== text && !check) replace(realpathSync(file), wanted)
  return { file, isChanged: wanted !== text }
}

function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`
  try {
    writeFileSync(beside, text, { mode: statSync(file).mode, flag: 'wx' })
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
