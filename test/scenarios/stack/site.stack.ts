import { Output, secret, stack } from 'slipway'
import { schema } from './schema.ts'

const text = schema<string>((value) => typeof value === 'string', 'a text is needed')
const count = schema<number | undefined>((value) => value === undefined || Number.isInteger(value), 'a whole number is needed')

export default stack({ variables: { title: text, pages: count, token: secret(text) } }, async (s, v) => {
  const first = s.resource('first', 'local/file', { path: 'out/first.html', content: `<h1>${v.title}</h1>` })
  for (let page = 2; page <= (v.pages ?? 1); page++)
    s.resource(`page${page}`, 'local/file', {
      path: `out/${page}.html`,
      content: Output.text`<a href="${first.out.path}">${v.title}</a>`,
    })
  s.resource('key', 'local/file', { path: 'out/key', content: v.token })
  console.log(`this is ${s.instance}`)
  return { first: first.out.path, token: v.token }
})
