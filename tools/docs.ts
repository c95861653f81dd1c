/** `npm run docs -- DIR`: writes the documentation as a site to DIR, or to `site/`. Open its index.html: it needs no server. */
import { resolve } from 'node:path'
import { buildSite } from './docs/site.ts'

// npm runs scripts in the folder of the package; INIT_CWD is the folder in which npm was started.
const folder = resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? 'site')
const count = await buildSite(folder)
console.log(`${count} pages are in ${folder}`)
