import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Picture } from '../../../picture/picture.ts'

/** In the bundle, the folder beside it; in the sources, the folder of the build. */
const built = [join(import.meta.dirname, 'picture'), join(import.meta.dirname, '../../../../dist/picture')]

/** The beginning of each of these pages. */
export const pictureBeginning = /^<!doctype html>[^]{0,300}<meta name="generator" content="slipway">/

/** One complete page: it loads nothing, so that it can be sent around and kept. */
export function pictureHtml(picture: Picture): string {
  const folder = built.find((path) => existsSync(path))
  if (folder === undefined) {
    const hint = 'npm run build, in the folder of Slipway, builds it'
    throw new Failure('cli/not-built', `Slipway has not been built: there is no ${built[0]}`, { hint })
  }
  const [script, style] = ['page.js', 'page.css'].map((name) => readFileSync(join(folder, name), 'utf8'))
  // Its content can neither end the element around it nor begin another.
  const data = JSON.stringify(picture).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="slipway">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escaped(picture.title)}</title>
<style>${style}</style>
<header><h1>${escaped(picture.title)}</h1><p>${escaped(picture.summary)}</p><div id="actions"></div></header>
<nav><div class="tools"><input id="search" type="search" placeholder="name or type"><span id="count"></span></div><div id="list"></div></nav>
<main><button id="fit">show all</button><div id="graph"></div></main>
<section id="detail"></section>
<script type="application/json" id="picture">${data}</script>
<script>${script}</script>
</html>
`
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
