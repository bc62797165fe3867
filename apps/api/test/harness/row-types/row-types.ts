import type { NewExpression, TypeNode } from 'typescript-native/unstable/ast'
import { isClassDeclaration } from 'typescript-native/unstable/ast/is'
import type { Checker, Project, Type } from 'typescript-native/unstable/sync'
import { nameOfCalled } from './source-calls.ts'

/** What the row types of calls are, also where a class has a parameter for them. */
export class RowTypes {
  readonly #project: Project
  readonly #constructions: readonly NewExpression[]

  constructor(project: Project, constructions: readonly NewExpression[]) {
    this.#project = project
    this.#constructions = constructions
  }

  /**
   * The types that a row may have: those with which the class is constructed whose parameter it is.
   * Undefined for the parameter of a function, whose calls have row types themselves.
   */
  of(node: TypeNode): readonly Type[] | undefined {
    const type = typeOf(this.#project.checker, node)
    if (!type.isTypeParameter()) return [type]
    const declared = type.getSymbol()?.declarations[0]?.resolve(this.#project)
    const owner = declared?.parent
    if (declared === undefined || owner === undefined || !isClassDeclaration(owner))
      return undefined
    const index = owner.typeParameters?.findIndex((parameter) => parameter === declared) ?? -1
    return this.#constructions
      .filter((construction) => nameOfCalled(construction) === owner.name?.text)
      .flatMap(({ typeArguments }) => typeArguments?.[index] ?? [])
      .map((given) => typeOf(this.#project.checker, given))
  }
}

function typeOf(checker: Checker, node: TypeNode): Type {
  const type = checker.getTypeFromTypeNode(node)
  if (type === undefined) throw new Error(`the compiler has no type for ${node.getText()}`)
  return type
}
