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
  /** A blueprint, or the folder with a blueprint. Absent: the only blueprint in the working directory. */
  readonly file?: string | undefined
  /** Whether to check the file without changing it. */
  readonly check?: boolean | undefined
  /** Whether to write the options of resources in `options` instead of `metadata.custom.slipway`. */
  readonly short?: boolean | undefined
}

export interface Formatted {
  /** Absolute. */
  readonly file: string
  /** True if the layout differed. */
  readonly isChanged: boolean
}

/**
 * Gives a file the layout of its form. Replaces the text atomically.
 *
 * @throws DiagnosticsFailure if the file is unreadable; Failure `cli/no-layout`
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
 * Returns the text with the layout of its form and an unchanged meaning.
 *
 * @throws like `format`
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
    `${file} cannot be formatted without changing its meaning, so it stays unchanged`,
    {
      hint: 'this should not happen: please report it, with the file',
    },
  )
}

function written({ source }: ReadResult, tree: TreeNode, form: Form, isShort: boolean): string {
  const joined = new Map<number, readonly number[]>()
  const shortened = isShort ? withShortOptions(tree, (to, from) => joined.set(to, from)) : tree
  if (form === 'bp') {
    // Only moved options need a new text: a change of layout alone keeps all line breaks.
    if (shortened === tree) return laidOut(source.text)
    const comments = withJoined(commentsOf(source, tree, form), joined)
    return laidOut(writeLanguage(source, withoutBlockEnds(source, shortened), comments))
  }
  const kept = keptLayout(source)
  if (form === 'yaml') return writeYaml(shortened, withJoined(commentsOf(source, tree, form, kept), joined), kept)
  const comments = withJoined(commentsOf(source, tree, form, kept, tree.start), joined)
  return `${headOf(source.text.slice(0, tree.start))}${writeJson(shortened, comments, kept)}`
}

/** Returns the head before the first bracket, which contains only comments. */
function headOf(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines.flatMap((line) => (line === '' ? [] : [`${line}\n`])).join('')
}

/** Moves comments of removed words to the options that were below them. */
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
    // Only root may change the owner of a file. For other users the file stays their own, and keeps its group if they are members of it.
    chownSync(beside, process.geteuid?.() === 0 ? uid : -1, mayGiveTo(gid) ? gid : -1)
    // The umask does not apply to chmod, so the mode stays as it was.
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
