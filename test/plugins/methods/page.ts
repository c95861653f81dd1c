import { hostMethods, type PluginMethod, providerMethods, transformerMethods } from './table.ts'

/** `docs/reference/plugin-methods.md` */
export function methodsPage(): string {
  const retried = Object.values(providerMethods).filter(({ retriedAs }) => retriedAs !== undefined)
  return `# Methods of plugins

This page lists every method of the [deploy-engine dialect](wire.md). It says when Slipway calls the method, what happens if a plugin does not
have the method, and whether Slipway retries a call that fails with TRANSIENT. The dialect fixes which ${retried.length} methods are retried. In any
other method, TRANSIENT is a final failure. Each failed attempt is an event (\`attempt-failed\`), a line in the plugin's log, and part of the run
in \`slipway history\`.

The tests in \`test/plugins/methods/\` check this page. They check that each method works, refuses another host, fails with its code and its
reasons, and is called by a user's commands.

## Providers

${table(providerMethods)}

## Transformers

${table(transformerMethods)}

## The host

Plugins call these methods of the host. [The gateway](wire.md#the-gateway) says when.

| method | what it does |
|---|---|
${Object.entries(hostMethods)
  .map(([name, comes]) => `| \`${name}\` | ${comes} |`)
  .join('\n')}
`
}

const without = {
  nothing: 'nothing declared',
  fails: 'the call fails',
  old: 'nothing declared; links use the messages of [mid-2025](wire.md#generations)',
} as const

function table(methods: Readonly<Record<string, PluginMethod>>): string {
  const rows = Object.entries(methods).map(([name, method]) => {
    const asked = method.never === undefined ? method.asked : `never: ${method.never}`
    return `| \`${name}\` | ${asked} | ${method.never === undefined ? without[method.without] : ''} | ${method.retriedAs === undefined ? '' : `yes: \`${method.retriedAs}\``} |`
  })
  return [
    '| method | when Slipway calls it | if the plugin does not have it | retried |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}
