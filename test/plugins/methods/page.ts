import { hostMethods, type PluginMethod, providerMethods, transformerMethods } from './table.ts'

/** `docs/reference/plugin-methods.md` */
export function methodsPage(): string {
  const retried = Object.values(providerMethods).filter(({ retriedAs }) => retriedAs !== undefined)
  return `# Methods of plugins

Every method of the [deploy-engine dialect](wire.md): when Slipway calls it, what a plugin without it has said, and whether it is tried
again when it fails TRANSIENT. Which ${retried.length} methods are tried again is a promise of the dialect; any other that fails TRANSIENT has failed. Every
attempt that fails is an event (\`attempt-failed\`), a line in the plugin's log, and a part of the run in \`slipway history\`.

This page is held by the tests in \`test/plugins/methods/\`: each method works, refuses another host, fails with its code and its reasons, and is called
by the commands of a user.

## Providers

${table(providerMethods)}

## Transformers

${table(transformerMethods)}

## The host

What plugins may ask, see [the gateway](wire.md#the-gateway).

| method | what comes of it |
|---|---|
${Object.entries(hostMethods)
  .map(([name, comes]) => `| \`${name}\` | ${comes} |`)
  .join('\n')}
`
}

const without = {
  nothing: 'nothing declared',
  fails: 'the call fails',
  old: 'nothing declared; links are spoken of as [in mid-2025](wire.md#generations)',
} as const

function table(methods: Readonly<Record<string, PluginMethod>>): string {
  const rows = Object.entries(methods).map(([name, method]) => {
    const asked = method.never === undefined ? method.asked : `never: ${method.never}`
    return `| \`${name}\` | ${asked} | ${method.never === undefined ? without[method.without] : ''} | ${method.retriedAs === undefined ? '' : `yes: \`${method.retriedAs}\``} |`
  })
  return ['| method | when | without it | tried again |', '|---|---|---|---|', ...rows].join('\n')
}
