import { chmodSync, chownSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { canonicalOf, withoutBlockEnds, withShortOptions, writeLanguage } from '@slipway/engine'
import { DiagnosticsFailure, Failure, hasErrors } from '@slipway/model'
import {
  type Comments,
  commentsOf,
  type Form,
  formOf,
  keptLayout,
  laidOut,
  readSource,
  type ReadResult,
  type TreeNode,
  writeJson,
  writeYaml,
} from '@slipway/source'
import { blueprintText } from '../loading/blueprint-text.ts'
import { findBlueprint } from '../project/find-blueprint.ts'
import type { Slipway } from '../slipway.ts'
import { projectFiles } from '../trust/project-files.ts'

export interface FormatRequest {
  /** A blueprint, or the folder with one; absent: the one blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /** Only look: the file is left as it is. */
  readonly check?: boolean | undefined
  /** Write the options of resources in `options`, and not in `metadata.custom.slipway`. */
  readonly short?: boolean | undefined
}

export interface Formatted {
  /** Absolute. */
  readonly file: string
  /** Whether its layout was another. */
  readonly isChanged: boolean
}

/**
 * Gives a file the layout of its form. The new text takes the old one's place at once.
 *
 * @throws DiagnosticsFailure when it cannot be read; Failure `cli/no-layout`
 */
export function format(slipway: Slipway, { file: named, check = false, short = false }: FormatRequest): Formatted {
  const blueprint = findBlueprint(named, slipway.cwd)
  const { file } = blueprint
  const text = blueprintText({ blueprint, files: projectFiles(slipway, blueprint.directory) })
  const wanted = formattedText(file, text, short)
  if (wanted !== text && !check) replace(realpathSync(file), wanted)
  return { file, isChanged: wanted !== text }
}

/**
 * The text with the layout of its form, which means the same.
 *
 * @throws as `format`
 */
export function formattedText(file: string, text: string, short = false): string {
  const form = formOf(file, text)
  const read = readSource(file, text)
  const { source, tree, diagnostics } = read
  if (tree === undefined || hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  const wanted = written(read, tree, form, short)
  const again = readSource(file, wanted)
  const isSame =
    again.tree !== undefined &&
    !hasErrors(again.diagnostics) &&
    isDeepStrictEqual(canonicalOf(again.source, again.tree), canonicalOf(source, tree))
  if (isSame) return wanted
  throw new Failure(
    'cli/no-layout',
    `${file} cannot be laid out without a change of what it means, and is left as it is`,
    {
      hint: 'please report it with the file: this should not happen',
    },
  )
}

function written({ source }: ReadResult, tree: TreeNode, form: Form, isShort: boolean): string {
  const joined = new Map<number, readonly number[]>()
  const shortened = isShort ? withShortOptions(tree, (to, from) => joined.set(to, from)) : tree
  if (form === 'bp') {
    // Only where options move is there another tree to write: the layout alone keeps all line breaks.
    if (shortened === tree) return laidOut(source.text)
    const comments = withJoined(commentsOf(source, tree, form), joined)
    return laidOut(writeLanguage(source, withoutBlockEnds(source, shortened), comments))
  }
  const kept = keptLayout(source, form)
  if (form === 'yaml') return writeYaml(shortened, withJoined(commentsOf(source, tree, form, kept), joined), kept)
  const comments = withJoined(commentsOf(source, tree, form, kept, tree.start), joined)
  return `${headOf(source.text.slice(0, tree.start))}${writeJson(shortened, comments, kept)}`
}

/** What stands before the first bracket: nothing but comments. */
function headOf(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines.flatMap((line) => (line === '' ? [] : [`${line}\n`])).join('')
}

/** Comments beside words that are gone stand beside the options that were below them. */
function withJoined(comments: Comments, joined: ReadonlyMap<number, readonly number[]>): Comments {
  return {
    ...comments,
    at: (start) => {
      const all = [...(joined.get(start) ?? []), start].map((one) => comments.at(one))
      const [before, after] = [all.flatMap((one) => one.before), all.flatMap((one) => one.after)]
      return { before, after, deeper: all[0]?.deeper ?? 0 }
    },
  }
}

function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`
  try {
    const { mode, uid, gid } = statSync(file)
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' })
    // Only root may give a file away: for others it stays their own, and in the group where they are in it.
    chownSync(beside, process.geteuid?.() === 0 ? uid : -1, mayGiveTo(gid) ? gid : -1)
    // Whatever the umask says.
    chmodSync(beside, mode & 0o777)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

function mayGiveTo(gid: number): boolean {
  return process.geteuid?.() === 0 || process.getgroups?.().includes(gid) === true
}
