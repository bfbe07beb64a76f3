import { XMLParser } from 'fast-xml-parser'

type Rule = { required?: string; optional?: string; children?: string; text?: true }

const RESULT: Rule = { optional: 'type message', text: true }

/** The elements and attributes that Jenkins' xUnit plugin allows in a JUnit report, from version 10 of the plugin's schema. */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { optional: 'name time tests failures errors', children: 'testsuite' },
  testsuite: {
    required: 'name tests failures errors',
    optional: 'time skipped timestamp group hostname id package file log url version',
    children: 'testsuite properties testcase system-out system-err',
  },
  properties: { children: 'property' },
  property: { required: 'name value' },
  testcase: {
    required: 'name',
    optional: 'classname time group',
    children: 'skipped error failure system-out system-err',
  },
  skipped: RESULT,
  error: RESULT,
  failure: RESULT,
  'system-out': { text: true },
  'system-err': { text: true },
}

const words = (text = ''): string[] => text.split(' ').filter(Boolean)

type XmlNode = { ':@'?: Record<string, string>; [name: string]: unknown }

/** Finds the errors for which Jenkins would refuse a JUnit report. */
export function findJenkinsErrors(xml: string): string[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
  })
  return checkChildren('the report', words('testsuites testsuite'), false, parser.parse(xml))
}

function checkChildren(
  parent: string,
  allowed: readonly string[],
  text: boolean,
  nodes: XmlNode[],
): string[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? ''
    if (name === '#text') return text ? [] : [`text in ${parent}`]
    if (!allowed.includes(name)) return [`${name} in ${parent}`]
    return checkElement(name, node[':@'] ?? {}, node[name] as XmlNode[])
  })
}

function checkElement(name: string, attributes: Record<string, string>, nodes: XmlNode[]): string[] {
  const { required, optional, children, text = false } = RULES[name] ?? {}
  const known = [...words(required), ...words(optional)]
  const { time = '0' } = attributes
  return [
    ...words(required).flatMap((each) => (each in attributes ? [] : [`${name} without ${each}`])),
    ...Object.keys(attributes).flatMap((each) => (known.includes(each) ? [] : [`${each} of ${name}`])),
    ...(/^\d+(?:\.\d{0,3})?$/.test(time) ? [] : [`time ${time}`]),
    ...checkChildren(name, words(children), text, nodes),
  ]
}
