import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guides = join(import.meta.dirname, '../../docs/guides')

/** The code of a guide in one language, block by block. */
export function codeBlocks(guide: string, language: string): string[] {
  const text = readFileSync(join(guides, guide), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}
