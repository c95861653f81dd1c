/** The language plugin for JavaScript and TypeScript: `pulumi-language-nodejs ADDRESS`. */
import manifest from '../../package.json' with { type: 'json' }
import { serveLanguage } from '../serve/serve.ts'
import { nodejs } from './nodejs.ts'

void serveLanguage(nodejs, manifest.version)
