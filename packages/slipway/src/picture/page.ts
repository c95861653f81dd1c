/** Runs in the browser, in a page that pictureHtml makes: a list, the graph, and the details of the selection. */
import cytoscape from 'cytoscape'
import { placesInLayers } from './layers.ts'
import type { Picture, PictureNode } from './picture.ts'

const colours: Readonly<Record<string, string>> = {
  create: '#2e9e5b',
  update: '#c78a00',
  replace: '#d1483c',
  delete: '#d1483c',
  forget: '#9b59b6',
  none: '#8a94a6',
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

function made(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}

const picture = JSON.parse(element('picture').textContent ?? '') as Picture
const actions = [...new Set(picture.nodes.map(({ action }) => action ?? ''))].filter((action) => action !== '')
const hidden = new Set<string>()
const search = element('search') as HTMLInputElement
const items = new Map<string, HTMLElement>()

const places = placesInLayers(
  picture.nodes.map(({ id }) => id),
  picture.edges,
)

const graph = cytoscape({
  container: element('graph'),
  elements: [
    ...picture.nodes.map(({ id, name, action }) => {
      const place = places.get(id) ?? { layer: 0, index: 0 }
      const position = { x: place.layer * 240, y: place.index * 64 }
      return { group: 'nodes' as const, data: { id, name, colour: colours[action ?? 'none'] }, position }
    }),
    ...picture.edges.map(({ from, to }, index) => ({
      group: 'edges' as const,
      data: { id: `edge ${index}`, source: from, target: to },
    })),
  ],
  layout: { name: 'preset' },
  minZoom: 0.02,
  maxZoom: 4,
  style: [
    {
      selector: 'node',
      style: {
        label: 'data(name)',
        'background-color': 'data(colour)',
        'text-valign': 'bottom',
        'font-size': 13,
        'font-family': 'system-ui, sans-serif',
        'text-outline-color': '#fff',
        'text-outline-width': 2,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'line-color': '#b4bccb',
        'target-arrow-color': '#b4bccb',
        'target-arrow-shape': 'triangle',
        'curve-style': 'bezier',
      },
    },
    { selector: ':selected', style: { 'border-width': 4, 'border-color': '#1a5fd0', 'line-color': '#1a5fd0' } },
    { selector: '.hidden', style: { display: 'none' } },
  ],
})

function isShown({ name, type, action }: PictureNode): boolean {
  const wanted = search.value.trim().toLowerCase()
  return !hidden.has(action ?? '') && `${name} ${type}`.toLowerCase().includes(wanted)
}

function filter(): void {
  let shown = 0
  for (const node of picture.nodes) {
    const visible = isShown(node)
    if (visible) shown++
    graph.getElementById(node.id).toggleClass('hidden', !visible)
    items.get(node.id)?.toggleAttribute('hidden', !visible)
  }
  element('count').textContent = `${shown} of ${picture.nodes.length}`
}

function choose(node: PictureNode): void {
  graph.elements().unselect()
  graph.getElementById(node.id).select()
  for (const [id, item] of items) item.classList.toggle('chosen', id === node.id)
  const detail = element('detail')
  detail.replaceChildren(made('h2', '', node.name), made('p', 'type', node.type))
  const text = made('pre', '')
  for (const line of node.lines) text.append(made('span', lineClass(line), `${line}\n`))
  detail.append(text)
}

/** CSS classes for the signs of a diff. */
function lineClass(line: string): string {
  const [, sign = ''] = /^\s*(-\/\+|[+~-]) /.exec(line) ?? []
  return { '+': 'added', '-': 'removed', '~': 'changed', '-/+': 'removed' }[sign] ?? ''
}

for (const action of actions) {
  const box = made('input', '') as HTMLInputElement
  Object.assign(box, { type: 'checkbox', checked: true, id: `show-${action}` })
  box.addEventListener('change', () => {
    if (box.checked) hidden.delete(action)
    else hidden.add(action)
    filter()
  })
  const count = picture.nodes.filter((node) => node.action === action).length
  const label = made('label', action)
  label.append(box, ` ${action} ${count}`)
  element('actions').append(label)
}

for (const node of picture.nodes) {
  const item = made('button', `item ${node.action ?? ''}`, node.name)
  item.append(made('small', '', node.type))
  item.addEventListener('click', () => {
    choose(node)
    graph.center(graph.getElementById(node.id))
  })
  items.set(node.id, item)
  element('list').append(item)
}

search.addEventListener('input', filter)
graph.on('tap', 'node', ({ target }) => {
  const node = picture.nodes.find(({ id }) => id === (target as cytoscape.NodeSingular).id())
  if (node !== undefined) choose(node)
})
element('fit').addEventListener('click', () => graph.fit(undefined, 40))
graph.fit(undefined, 40)
filter()
const first = picture.nodes.find(({ action }) => action !== 'none')
if (first !== undefined) choose(first)
