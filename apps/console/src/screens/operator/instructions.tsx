import type { Instruction } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { useCustodianName } from '../../service/choices.ts'
import { stalledInstructionsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The instructions that custodians have not answered for so long that a person must look. */
export function StalledInstructions() {
  return (
    <div className={page['screen']}>
      <Title>Stalled instructions</Title>
      <Read of={useRead(stalledInstructionsQuery)} what="the instructions">
        {(instructions) => (
          <>
            {instructions.length === 0 && <Empty>No instruction is stalled.</Empty>}
            <Rows instructions={instructions} />
          </>
        )}
      </Read>
    </div>
  )
}

function columnsOf(
  custodianName: (id: string) => string,
  isBusy: boolean,
  resume: (transferId: string) => void,
): readonly Column<Instruction>[] {
  return [
    {
      id: 'custodian',
      name: 'Custodian',
      groups: true,
      value: ({ custodian }) => custodianName(custodian),
    },
    {
      id: 'transfer',
      name: 'Transfer',
      value: ({ transfer_id: id }) => id,
      cell: ({ transfer_id: id }) => <code>{id}</code>,
    },
    {
      id: 'external',
      name: 'Id at the custodian',
      value: ({ external_transfer_id: id }) => id,
      cell: ({ external_transfer_id: id }) => <code>{id}</code>,
    },
    {
      id: 'attempts',
      name: 'Attempts',
      kind: 'decimal',
      value: ({ attempts }) => String(attempts),
    },
    { id: 'problem', name: 'Last problem', value: ({ last_error: error }) => error ?? 'none' },
    {
      id: 'created',
      name: 'Created',
      kind: 'time',
      value: ({ create_time: time }) => time,
      cell: ({ create_time: time }) => <Age of={time} />,
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: ({ transfer_id: id }) => (
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => {
            resume(id)
          }}
        >
          Resume
        </Button>
      ),
    },
  ]
}

function Rows({ instructions }: { readonly instructions: readonly Instruction[] }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Instruction>()
  const custodianName = useCustodianName()
  const columns = columnsOf(custodianName, isBusy, (id) => {
    void write((options) => client.instructions.resume(id, options))
  })
  return (
    <>
      {instructions.length > 0 && (
        <OwnTable
          name="Stalled instructions"
          what="instructions"
          columns={columns}
          rows={instructions}
          idOf={({ transfer_id: id }) => id}
        />
      )}
      <Written
        written={written}
        done={({ custodian, transfer_id }) => (
          <p>
            The instruction of transfer <code>{transfer_id}</code> is sent to{' '}
            {custodianName(custodian)} again, under the same id.
          </p>
        )}
      />
    </>
  )
}
