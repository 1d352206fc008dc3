// Whether control can come to the end of a body, as far as its last statement shows.
import type { Node } from '@babel/types'
import { eachChild } from '../1-parse/children.ts'
import { isFunction } from '../3-plan/body/walk.ts'

export function canComplete(statement: Node | undefined): boolean {
  switch (statement?.type) {
    case 'ReturnStatement': case 'ThrowStatement': return false
    case 'BlockStatement': return canComplete(statement.body.at(-1))
    case 'IfStatement': return !statement.alternate || canComplete(statement.consequent) || canComplete(statement.alternate)
    case 'TryStatement':
      if (statement.finalizer && !canComplete(statement.finalizer)) return false
      return canComplete(statement.block) || (statement.handler ? canComplete(statement.handler.body) : false)
    case 'WhileStatement': case 'DoWhileStatement': return !isTrue(statement.test) || hasBreak(statement.body)
    case 'ForStatement': return (statement.test ? !isTrue(statement.test) : false) || hasBreak(statement.body)
    case 'SwitchStatement': return statement.cases.every(({ test }) => test) || hasBreak(statement) || canComplete(statement.cases.at(-1)!.consequent.at(-1))
    case 'LabeledStatement': return hasBreak(statement.body) || canComplete(statement.body)
    default: return true
  }
}

const isTrue = (test: Node) => test.type === 'BooleanLiteral' && test.value

/** To wherever: one that leaves a loop inside counts too. */
function hasBreak(node: Node): boolean {
  if (node.type === 'BreakStatement') return true
  if (isFunction(node)) return false
  let found = false
  eachChild(node, (child) => { found ||= hasBreak(child) })
  return found
}
