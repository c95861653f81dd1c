import { settingsOf } from '@slipway/operations/look/settings'
import { isElsewhere } from '@slipway/operations/settings/given-text'
import { soundsSecret } from '@slipway/operations/settings/plain-secrets'
import type { Setting } from '@slipway/operations/settings/settings'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { bounds, shortened } from '../output/bounds.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway config show [--origin]`. */
export async function showSettings(
  file: string | undefined,
  options: BlueprintOptions & { readonly origin?: boolean },
  console: Console,
): Promise<void> {
  const settings = await settingsOf(slipwayOf(console, options), projectRequest(file, options), sayEvents(console))
  const shown = settings.map((setting) => ({
    key: setting.path.join('.'),
    value: options.showSecrets === true ? setting.value : withoutSecrets(setting),
    origin: setting.origin,
  }))
  if (options.json === true) {
    console.out.write(jsonDocument(shown))
    return
  }
  const columns = options.origin === true ? 3 : 2
  const rows = shown
    .slice(0, bounds.lines)
    .map(({ key, value, origin }) => [
      shortened(key, bounds.cell),
      shortened(typeof value === 'string' ? value : JSON.stringify(value), bounds.cell),
      origin,
    ])
  console.out.write(table([['SETTING', 'VALUE', 'FROM'], ...rows].map((row) => row.slice(0, columns))))
  const left = shown.length - rows.length
  if (left > 0) console.out.write(`… and ${left} more: slipway config show --json has all\n`)
}

/** A pointer to a secret is not secret itself. */
function withoutSecrets({ path, value }: Setting): Setting['value'] {
  const isSecret = (path[0] === 'providers' || path[0] === 'transformers') && soundsSecret(path.at(-1) ?? '')
  return isSecret && !isElsewhere(value) ? '(secret)' : value
}
