import { isDeepStrictEqual } from 'node:util'
import { canonicalOf, withoutBlockEnds, writeLanguage } from '@slipway/engine'
import { Failure, hasErrors, DiagnosticsFailure } from '@slipway/model'
import {
  commentsOf,
  formOf,
  readSource,
  writeJson,
  writeYaml,
  type Form,
  type ReadResult,
  type TreeNode,
} from '@slipway/source'
import { findBlueprint } from '../project/find-blueprint.ts'
import { blueprintText } from '../loading/blueprint-text.ts'
import { projectFiles } from '../trust/project-files.ts'
import type { Slipway } from '../slipway.ts'

export interface ConvertRequest {
  /** A blueprint, or the folder with a blueprint. Absent: the only blueprint in the working directory. */
  readonly file?: string | undefined
  readonly to: Form
}

export interface Converted {
  /** The absolute path of the original, which stays unchanged. */
  readonly file: string
  readonly from: Form
  readonly text: string
}

/**
 * Converts a blueprint to another form, with its comments. Fails if the new text would not have exactly the same meaning.
 *
 * @throws DiagnosticsFailure if the blueprint is unreadable; Failure `cli/not-convertible`
 */
export function convert(slipway: Slipway, { file: named, to }: ConvertRequest): Converted {
  const blueprint = findBlueprint(named, slipway.cwd)
  const { file } = blueprint
  const text = blueprintText({ blueprint, files: projectFiles(slipway, blueprint.directory) })
  const from = formOf(file, text)
  const read = readSource(file, text)
  return { file, from, text: convertedText(read, from, to) }
}

const endings: Readonly<Record<Form, string>> = { yaml: '.yaml', json: '.json', bp: '.bp' }

/** Returns the converted text. @throws like `convert` */
export function convertedText(read: ReadResult, from: Form, to: Form): string {
  const { source, tree, diagnostics } = read
  if (tree === undefined || hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  const written = write(read, withoutBlockEnds(source, tree), from, to)
  const again = readSource(`converted${endings[to]}`, written)
  const isSame =
    again.tree !== undefined &&
    !hasErrors(again.diagnostics) &&
    isDeepStrictEqual(canonicalOf(again.source, again.tree), canonicalOf(source, tree))
  if (isSame) return written
  throw new Failure(
    'cli/not-convertible',
    `${source.file} contains something that ${endings[to]} files cannot express`,
    {
      hint: 'slipway validate shows the mistakes; numbers such as 1e3 and 0x1F cannot be written in another way there',
    },
  )
}

function write({ source }: ReadResult, tree: TreeNode, from: Form, to: Form): string {
  const comments = commentsOf(source, tree, from)
  if (to === 'bp') return writeLanguage(source, tree, comments)
  return to === 'json' ? writeJson(tree, comments) : writeYaml(tree, comments)
}
