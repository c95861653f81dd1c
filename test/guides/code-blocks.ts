import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')

/** The code of a page below docs/ in one language, block by block. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(docs, page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}
