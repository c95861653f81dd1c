import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A packed archive of executable files, as people make them. */
export function tarGz(files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-archive-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'in', name)), { recursive: true })
      writeFileSync(join(folder, 'in', name), text)
      chmodSync(join(folder, 'in', name), 0o755)
    }
    execFileSync('tar', ['-czf', join(folder, 'out.tar.gz'), '-C', join(folder, 'in'), '.'])
    return readFileSync(join(folder, 'out.tar.gz'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
