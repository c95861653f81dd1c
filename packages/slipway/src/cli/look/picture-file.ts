import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { refuseOverOthers } from '@slipway/operations/reading/refuse-over-others'
import type { Picture } from '../../picture/picture.ts'
import type { Console } from '../console/console.ts'
import { pictureBeginning, pictureHtml } from '../output/plan/picture-html.ts'

/** Writes a picture to a file. Replaces an earlier picture; keeps any other file. */
export function writePicture(path: string, picture: Picture, console: Console): void {
  writePage(path, pictureHtml(picture), console)
}

/** Like `writePicture`, for a finished page. */
export function writePage(path: string, html: string, console: Console): void {
  const file = resolve(console.cwd, path)
  try {
    refuseOverOthers(file, pictureBeginning, 'give --html another name, or move the file away')
    writeFileSync(file, html)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('cli/unwritable-file', `${file} cannot be written: ${messageOf(error)}`, {
      hint: 'name a file in an existing, writable folder',
      cause: error,
    })
  }
  console.err.write(`The picture is in ${file}\n`)
}

/** Shows a picture in the user's browser, from a file that only the user can read. */
export async function openPicture(picture: Picture, console: Console): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'slipway-picture-')), 'graph.html')
  writePicture(file, picture, console)
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY } = console.env
  const opener = BROWSER ?? (process.platform === 'darwin' ? 'open' : 'xdg-open')
  const canShow = BROWSER !== undefined || process.platform === 'darwin' || (DISPLAY ?? WAYLAND_DISPLAY) !== undefined
  const problem = canShow ? await started(opener, file) : 'there is no display'
  if (problem !== undefined)
    console.err.write(`It cannot be opened from here (${problem}): open the file in a browser.\n`)
}

/** Starts the browser, which outlives this process. Returns the problem, if there is one. */
function started(opener: string, file: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const child = spawn(opener, [file], { detached: true, stdio: 'ignore' })
    child.once('error', (error) => settle(error.message))
    child.once('spawn', () => {
      child.unref()
      settle(undefined)
    })
  })
}
