import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mitText } from './mit-text.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly author?: string | { readonly name: string }
}

/** The licences and notices of other people's packages that went into a bundle; `inputs` are its files, relative to `root`. */
export function licenceNotices(root: string, inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))
  return [...packages]
    .sort()
    .map((folder) => noticeOf(join(root, folder)))
    .join('\n')
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license } = manifest
  const texts = [licenceOf(folder, manifest), ...textsNamed(folder, /^(notice|third[-_]?party)/i)]
  return `== ${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
}

/** The licence from its own file, else from its README, else the common text of the licence that it names. */
function licenceOf(folder: string, manifest: Manifest): string {
  const texts = textsNamed(folder, /^(licen[cs]e|copying)/i)
  if (texts.length > 0) return texts.join('\n\n')
  const [readme = ''] = textsNamed(folder, /^readme/i)
  const [, section = ''] = /^#+ *licen[cs]e\b[^\n]*\n([^]*)$/im.exec(readme) ?? []
  if (section.includes('Permission is hereby granted')) return section.trim()
  const { name, license, author } = manifest
  if (license !== 'MIT')
    throw new Error(`${name} holds no text of its licence, ${license}: put one beside tools/build/notices.ts`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return `Its package holds no text of the licence. It names this one:\n\n${mitText(holder)}`
}

function textsNamed(folder: string, name: RegExp): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
}
