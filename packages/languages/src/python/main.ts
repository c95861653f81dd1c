/** The language plugin for Python: `pulumi-language-python ADDRESS`. */
import manifest from '../../package.json' with { type: 'json' }
import { serveLanguage } from '../serve/serve.ts'
import { python } from './python.ts'

void serveLanguage(python, manifest.version)
