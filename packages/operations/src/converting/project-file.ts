import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import { readYaml, treeToValue } from '@slipway/source'

/**
 * Returns the project file for a language plugin, as JSON: the file that the converter has written, changed to the new language, or a new file.
 *
 * @param pcl the folder that the converter has filled
 * @param source the folder of the original, whose name the project gets otherwise
 * @throws Failure `convert/bad-result`
 */
export function projectFor(
  pcl: string,
  { source, runtime }: { readonly source: string; readonly runtime: string },
): string {
  const file = projectFileIn(pcl)
  const written = file === undefined ? valueMap([['name', nameFrom(basename(source))]]) : readProject(file)
  return JSON.stringify({ ...written, runtime })
}

function readProject(file: string): ValueMap {
  const { tree, diagnostics } = readYaml(file, readFileSync(file, 'utf8'))
  const value: Value =
    tree === undefined || diagnostics.some(({ severity }) => severity === 'error') ? null : treeToValue(tree)
  if (isMap(value)) return value
  throw new Failure('convert/bad-result', `the converter has written a ${basename(file)} that is not a project file`, {
    hint: 'nothing was written; tell the author of the converter',
  })
}

/** Makes a valid project name from the name of a folder. */
function nameFrom(folder: string): string {
  const name = folder
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(0, 100)
  return name === '' ? 'converted' : name
}
