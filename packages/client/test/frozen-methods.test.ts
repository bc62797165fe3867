import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as sdk from '../src/index.ts'
import type * as frozen from './frozen/answers.ts'
import type { DealMethods } from './frozen/deal-methods.ts'
import type { OtherMethods } from './frozen/other-methods.ts'

type Frozen = DealMethods & OtherMethods

/** A call is the promise, and an export the generator, that it was, with a method of its own. */
type Promised<Answer> =
  Answer extends sdk.Export<infer Item>
    ? AsyncGenerator<Item, void, undefined>
    : Answer extends AsyncIterable<unknown>
      ? Answer
      : Answer extends sdk.Call<infer Body>
        ? Promise<Body>
        : Answer

/** Both of its overloads, where a method has two. */
type Signatures<Method> = Method extends {
  (...given: infer First): infer FirstAnswer
  (...given: infer Second): infer SecondAnswer
}
  ? [First, Promised<FirstAnswer>, Second, Promised<SecondAnswer>]
  : never

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The methods of a resource that differ from the frozen ones. */
type ChangedIn<Group extends keyof Frozen> = {
  [Name in keyof Frozen[Group]]: Name extends keyof sdk.VadiumClient[Group]
    ? IsSame<
        Signatures<sdk.VadiumClient[Group][Name]>,
        Signatures<Frozen[Group][Name]>
      > extends true
      ? never
      : Name
    : Name
}[keyof Frozen[Group]]

type ChangedMethods = { [Group in keyof Frozen]: ChangedIn<Group> }[keyof Frozen]

/** The exported types, each beside its frozen form. */
interface Types {
  Account: [sdk.Account, frozen.Account]
  Agreement: [sdk.Agreement, frozen.Agreement]
  AgreementVersion: [sdk.AgreementVersion, frozen.AgreementVersion]
  Approval: [sdk.Approval, frozen.Approval]
  ApprovalPolicy: [sdk.ApprovalPolicy, frozen.ApprovalPolicy]
  Asset: [sdk.Asset, frozen.Asset]
  AssetExposureRow: [sdk.AssetExposureRow, frozen.AssetExposureRow]
  AuditEntry: [sdk.AuditEntry, frozen.AuditEntry]
  AvailableAction: [sdk.AvailableAction, frozen.AvailableAction]
  Calculation: [sdk.Calculation, frozen.Calculation]
  Chat: [sdk.Chat, frozen.Chat]
  ChatAction: [sdk.ChatAction, frozen.ChatAction]
  ChatEntry: [sdk.ChatEntry, frozen.ChatEntry]
  CollateralMovementRow: [sdk.CollateralMovementRow, frozen.CollateralMovementRow]
  CounterpartyExposureRow: [sdk.CounterpartyExposureRow, frozen.CounterpartyExposureRow]
  CounterpartyMute: [sdk.CounterpartyMute, frozen.CounterpartyMute]
  Credential: [sdk.Credential, frozen.Credential]
  Custodian: [sdk.Custodian, frozen.Custodian]
  Dispute: [sdk.Dispute, frozen.Dispute]
  Event: [sdk.Event, frozen.Event]
  Instruction: [sdk.Instruction, frozen.Instruction]
  InterestRow: [sdk.InterestRow, frozen.InterestRow]
  IssuedCredential: [sdk.IssuedCredential, frozen.IssuedCredential]
  IssuedWebhookEndpoint: [sdk.IssuedWebhookEndpoint, frozen.IssuedWebhookEndpoint]
  MarkToMarketParty: [sdk.MarkToMarketParty, frozen.MarkToMarketParty]
  MarkToMarketPreview: [sdk.MarkToMarketPreview, frozen.MarkToMarketPreview]
  MarkToMarketRequest: [sdk.MarkToMarketRequest, frozen.MarkToMarketRequest]
  Notification: [sdk.Notification, frozen.Notification]
  NotificationPreferences: [sdk.NotificationPreferences, frozen.NotificationPreferences]
  Order: [sdk.Order, frozen.Order]
  OrderRequest: [sdk.OrderRequest, frozen.OrderRequest]
  Organization: [sdk.Organization, frozen.Organization]
  Position: [sdk.Position, frozen.Position]
  PositionReportRow: [sdk.PositionReportRow, frozen.PositionReportRow]
  Price: [sdk.Price, frozen.Price]
  ProviderLifecycle: [sdk.ProviderLifecycle, frozen.ProviderLifecycle]
  RegisteredPriceSource: [sdk.RegisteredPriceSource, frozen.RegisteredPriceSource]
  Transfer: [sdk.Transfer, frozen.Transfer]
  TransferParty: [sdk.TransferParty, frozen.TransferParty]
  TransferReportRow: [sdk.TransferReportRow, frozen.TransferReportRow]
  Wallet: [sdk.Wallet, frozen.Wallet]
  WebhookDelivery: [sdk.WebhookDelivery, frozen.WebhookDelivery]
  WebhookEndpoint: [sdk.WebhookEndpoint, frozen.WebhookEndpoint]
  CollateralType: [sdk.CollateralType, frozen.CollateralType]
  ErrorCode: [sdk.ErrorCode, frozen.ErrorCode]
  ErrorDetail: [sdk.ErrorDetail, frozen.ErrorDetail]
  ErrorReason: [sdk.ErrorReason, frozen.ErrorReason]
  MarginTerms: [sdk.MarginTerms, frozen.MarginTerms]
  MarkToMarketDirection: [sdk.MarkToMarketDirection, frozen.MarkToMarketDirection]
  ProviderState: [sdk.ProviderState, frozen.ProviderState]
  Role: [sdk.Role, frozen.Role]
  TransferCategory: [sdk.TransferCategory, frozen.TransferCategory]
  TransferFilter: [sdk.TransferFilter, frozen.TransferFilter]
  TransferStatus: [sdk.TransferStatus, frozen.TransferStatus]
}

type ChangedTypes = {
  [Name in keyof Types]: IsSame<Types[Name][0], Types[Name][1]> extends true ? never : Name
}[keyof Types]

describe('the methods that programs call', () => {
  it('accept and return the same types as when they were last written by hand', () => {
    expectTypeOf<ChangedMethods>().toEqualTypeOf<never>()
    expectTypeOf<ChangedTypes>().toEqualTypeOf<never>()
  })

  it('have the same names and parameters as before', () => {
    const expected = [...frozenParameters('deal-methods'), ...frozenParameters('other-methods')]
    expect(expected).toHaveLength(115)
    expect(generatedParameters()).toEqual(expect.arrayContaining(expected))
  })
})

function parse(path: string): ts.SourceFile {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
}

const nameOf = (node: ts.NamedDeclaration): string =>
  node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : ''

/**
 * Every `group.method(parameters)` of the frozen methods; the last one where there are overloads.
 */
function frozenParameters(file: string): string[] {
  return parse(`./frozen/${file}.ts`)
    .statements.filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) =>
      members.filter(ts.isPropertySignature).flatMap((group) => {
        if (group.type === undefined || !ts.isTypeLiteralNode(group.type)) return []
        return group.type.members
          .filter(ts.isPropertySignature)
          .map((method) => `${nameOf(group)}.${nameOf(method)}(${parametersOf(method.type)})`)
      }),
    )
}

function parametersOf(type: ts.TypeNode | undefined): string {
  if (type === undefined) return ''
  const signature = ts.isTypeLiteralNode(type) ? type.members.at(-1) : type
  const hasParameters =
    signature !== undefined &&
    (ts.isFunctionTypeNode(signature) || ts.isCallSignatureDeclaration(signature))
  return hasParameters ? signature.parameters.map(nameOf).join(', ') : ''
}

/** The same for the current classes of the client. */
function generatedParameters(): string[] {
  const files = readdirSync(new URL('../src/resources/', import.meta.url))
  const classes = files.flatMap((file) =>
    parse(`../src/resources/${file}`).statements.filter(ts.isClassDeclaration),
  )
  return classes.flatMap((resource) =>
    resource.members
      .filter(ts.isMethodDeclaration)
      .filter(({ body }) => body !== undefined)
      .map((method) => {
        const parameters = method.parameters.map(nameOf).join(', ')
        return `${groupOf(nameOf(resource))}.${nameOf(method)}(${parameters})`
      }),
  )
}

/** The member of the client that has this class. */
function groupOf(className: string): string {
  const text = readFileSync(new URL('../src/client.ts', import.meta.url), 'utf8')
  return new RegExp(`readonly (\\w+) = new ${className}\\(`).exec(text)?.[1] ?? className
}
