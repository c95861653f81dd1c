import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of other people's packages that went into a bundle; `inputs` are its files, relative to `root`. */
export function licenceNotices(root: string, inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))
  return [...packages]
    .sort()
    .map((folder) => noticeOf(root, folder))
    .join('\n')
}

function noticeOf(root: string, folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license: string
  }
  const texts = globSync('{LICENSE,LICENCE,license}*', { cwd: join(root, folder) })
  const [text] = texts.map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
  return `== ${name} ${version} (${license})\n\n${text ?? 'Its package holds no text of the licence.'}\n`
}
