import type { DescEnum, DescFile, DescMessage, DescService } from '@bufbuild/protobuf'

import { messageSource } from './message.ts'
import type { Reference } from './reference.ts'

/** `google/protobuf/any.proto` -> `google-protobuf-any`. */
export function moduleName(file: DescFile): string {
  return file.name.replaceAll('/', '-')
}

/** Messages that the fields or methods of these files use, directly or indirectly, whichever file declares them. */
export function usedMessages(files: readonly DescFile[]): ReadonlySet<DescMessage> {
  const used = new Set<DescMessage>()
  for (const file of files) {
    for (const message of file.messages)
      for (const { message: of } of message.fields) if (of !== undefined) used.add(of)
    for (const service of file.services) for (const method of service.methods) used.add(method.input).add(method.output)
  }
  // The loop also visits the messages that it adds to the set.
  for (const message of used) for (const { message: of } of message.fields) if (of !== undefined) used.add(of)
  return used
}

/** The TypeScript of one .proto file: an interface and a codec for each message, a table for each service. */
export function fileSource(file: DescFile, messages: readonly DescMessage[]): string {
  const body = [
    ...file.enums.map(enumSource),
    ...messages.map((message) => messageSource(message, reference(file))),
    ...file.services.map((service) => serviceSource(service, reference(file))),
  ].join('\n')
  const imports = file.dependencies
    .filter((used) => body.includes(`${alias(used)}.`))
    .map((used) => `import * as ${alias(used)} from './${moduleName(used)}.ts'`)
  const nothing = ['noEntries', 'noItems', 'withItem'].filter((name) => body.includes(name))
  const methods = ['Method', 'StreamMethod'].filter((type) => body.includes(` ${type}<`))
  const wire = ['Codec', 'Init', ...methods].join(', ')
  return [
    `// Generated from ${file.name}.proto by tools/gen.ts. Do not edit.`,
    ...imports,
    `import type { ${wire} } from '../../wire/codec/message.ts'`,
    ...(nothing.length === 0 ? [] : [`import { ${nothing.join(', ')} } from '../../wire/codec/nothing.ts'`]),
    ...(body.includes('remembering(') ? [`import { remembering } from '../../wire/codec/remembering.ts'`] : []),
    `import type { Reader } from '../../wire/codec/reader.ts'`,
    `import type { Writer } from '../../wire/codec/writer.ts'`,
    '',
    body,
  ].join('\n')
}

function reference(from: DescFile): Reference {
  return (message) => (message.file === from ? message.name : `${alias(message.file)}.${message.name}`)
}

function alias(file: DescFile): string {
  return file.name.replaceAll(/\W/g, '_')
}

function enumSource(type: DescEnum): string {
  const names = type.values.map((value) => value.name)
  const prefix = commonPrefix(names)
  const members = type.values.map((value) => `  ${value.name.slice(prefix.length)}: ${value.number},`)
  return [
    `export const ${type.name} = {`,
    ...members,
    '} as const',
    '/** Also a number that this version does not know. */',
    `export type ${type.name} = number`,
    '',
  ].join('\n')
}

/** The prefix that all names share, up to and including an underscore. */
function commonPrefix(names: readonly string[]): string {
  let prefix = names[0] ?? ''
  while (!names.every((name) => name.startsWith(prefix)) || !prefix.endsWith('_')) {
    if (prefix === '') return ''
    prefix = prefix.slice(0, -1)
  }
  return prefix
}

function serviceSource(service: DescService, refer: Reference): string {
  const methods = service.methods.map((method) => {
    const input = refer(method.input)
    const output = refer(method.output)
    const streams = method.methodKind === 'server_streaming'
    return [
      `  ${method.name}: {`,
      ...(streams ? ['    streams: true,'] : []),
      `    name: '${method.name}',`,
      `    path: '/${service.typeName}/${method.name}',`,
      `    request: ${input},`,
      `    response: ${output},`,
      `  } satisfies ${streams ? 'StreamMethod' : 'Method'}<${input}, ${output}>,`,
    ].join('\n')
  })
  return [`export const ${service.name} = {`, ...methods, '} as const', ''].join('\n')
}
