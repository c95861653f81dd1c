import type { BlueprintFile } from '../project/find-blueprint.ts'
import { namedFiles, type ProjectFiles } from '../trust/project-files.ts'

interface ReadableProject {
  readonly blueprint: BlueprintFile
  readonly files: ProjectFiles
}

/** The text of a blueprint. One that somebody has named is read wherever it lies; one that was found only if it is ours. */
export function blueprintText({ blueprint: { file, isFound }, files }: ReadableProject): string {
  return (isFound ? files : namedFiles).read(file, { what: 'blueprint' })
}
