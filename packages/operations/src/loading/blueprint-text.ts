import type { BlueprintFile } from '../project/find-blueprint.ts'
import { namedFiles, type ProjectFiles } from '../trust/project-files.ts'

interface ReadableProject {
  readonly blueprint: BlueprintFile
  readonly files: ProjectFiles
}

/** Reads the text of a blueprint. A named file is read from any place; a found file only if it is the user's own. */
export function blueprintText({ blueprint: { file, isFound }, files }: ReadableProject): string {
  return (isFound ? files : namedFiles).read(file, { what: 'blueprint' })
}
