import { type ChatModel, lastUserText } from './model';

/** Shows every kind of markdown a reply can hold. */
export const markdownTour: ChatModel = {
  id: 'sandbox/markdown-tour',
  description:
    'Replies with a tour of markdown: headings, lists, tables, code, math, quotes, links and footnotes.',
  pricing: { inputMicros: 400, outputMicros: 1200 },
  contextWindow: 65_536,
  maxOutput: 8192,
  tokensPerSecond: 160,
  *reply({ turns }) {
    yield `${opening(lastUserText(turns))}\n\n${tourText}`;
  },
};

function opening(prompt: string): string {
  const words = prompt.trim().split(/\s+/).slice(0, 12).join(' ').slice(0, 80);
  if (words === '') return 'You asked for nothing in particular, so here is a bit of everything.';
  // As code, so that markdown inside the prompt does not change the tour.
  const fence = '`'.repeat(1 + Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length)));
  return `You wrote ${fence} ${words} ${fence}, and here is the answer this model gives to everything: a walk along the canal.`;
}

/** The tour itself. Every kind of markdown once, in one story, so that it reads well in a screenshot. */
export const tourText = String.raw`# A day at the gatehouse

A **gatehouse** stands where a canal meets a river. Someone has to decide, many times a day, *how much* water goes *where*, and to write down what it cost. ~~The old book was lost in the flood of 1931~~; the new one is kept in ${'`'}ledger.db${'`'}, and this page is a walk through it.

## What the keeper does

1. **Reads the gauges** at dawn
   - upstream, at the stone bridge
     - level in centimeters
     - temperature, when the thermometer is not frozen
   - downstream, behind the mill
2. **Works out the opening** of each gate
   1. the main sluice
   2. the two side gates, *never both at once*
3. **Writes it down**, because what is not written did not happen

And by evening, with luck:

- [x] gauges read
- [x] main sluice set to 40 %
- [ ] hinge of the second gate oiled
- [ ] letter to the mill answered

---

## The numbers

| Gate | Width | Opening | Flow | Remark |
|:-----|------:|:-------:|-----:|--------|
| Main sluice | 3.20 m | 40 % | 5.12 m³/s | steady since noon |
| North side | 0.80 m | 10 % | 0.31 m³/s | leaks a little |
| South side | 0.80 m | closed | – | **do not open** before the weekend |
| Fish pass | 0.45 m | 100 % | 0.18 m³/s | two trout, one heron |

The flow through an open gate follows from its area and the speed of the water, $$Q = A \cdot v$$, and the speed from the height above the sill, $$v = \sqrt{2gh}$$. Put together, with a factor for the narrowing of the stream behind the edge:

$$
Q = \mu \, b \int_{0}^{a} \sqrt{2g\,(h - z)} \; dz \;\approx\; \mu \, a \, b \, \sqrt{2gh}
$$

What comes in must go out or stay, which is all there is to a reservoir:

$$
\frac{dV}{dt} = \sum_{i} Q_{in,i} - \sum_{j} Q_{out,j}
$$

> "Water is patient," the old keeper used to say. "It will wait a hundred years for you to forget one bolt."
>
> > And the apprentice, not quite under his breath: "Then let us write down the bolt."
>
> They did. It is on page 12.

## The same gate in six languages

The rule is simple enough to be written anywhere. In TypeScript, as a function that cannot answer with a negative opening:

${'```'}ts
interface Gate {
  readonly name: string;
  readonly widthMeters: number;
}

/** Opening that lets the wanted flow through, from 0 (closed) to 1 (open). */
export function openingFor(gate: Gate, flow: number, height: number): number {
  const speed = Math.sqrt(2 * 9.81 * height);
  const full = 0.6 * gate.widthMeters * height * speed;
  return full === 0 ? 0 : Math.min(1, Math.max(0, flow / full));
}
${'```'}

In Python, for the evening report:

${'```'}python
from dataclasses import dataclass

@dataclass(frozen=True)
class Reading:
    gate: str
    flow: float

def report(readings: list[Reading]) -> str:
    total = sum(r.flow for r in readings)
    lines = [f"{r.gate:<14}{r.flow:>6.2f} m³/s" for r in readings]
    return "\n".join([*lines, f"{'total':<14}{total:>6.2f} m³/s"])
${'```'}

In Rust, where closing a gate twice is not a thing that compiles:

${'```'}rust
struct Open { percent: u8 }
struct Closed;

impl Closed {
    fn open(self, percent: u8) -> Open { Open { percent: percent.min(100) } }
}

impl Open {
    fn close(self) -> Closed {
        println!("closing from {} %", self.percent);
        Closed
    }
}
${'```'}

In Go, with one goroutine for each gauge:

${'```'}go
func watch(gauges []Gauge, alarms chan<- string) {
	for _, gauge := range gauges {
		go func() {
			for level := range gauge.Levels() {
				if level > gauge.Limit {
					alarms <- fmt.Sprintf("%s: %.1f cm", gauge.Name, level)
				}
			}
		}()
	}
}
${'```'}

In SQL, to find the day the book would rather forget:

${'```'}sql
SELECT date(at) AS day, max(level_cm) AS highest
FROM reading
WHERE gauge = 'stone bridge'
GROUP BY day
ORDER BY highest DESC
LIMIT 1;
${'```'}

And in the shell, from the cabin by the lock:

${'```'}bash
# Every gauge, every minute, until somebody brings coffee.
while sleep 60; do
  curl --silent --fail http://localhost:8080/gauges | tee -a "gauges-$(date +%F).log"
done
${'```'}

## A long paragraph, for the patient

In the late afternoon, when the light comes in low under the bridge and the barges have all gone through, the keeper sits down on the bench beside the main sluice and does what no instrument can do: listens. A gate that is set well makes one sound, broad and even, like cloth being drawn across a table for as long as you care to hear it; a gate that is set badly makes two, and the second, a kind of knocking, comes and goes with the waves that run back from the mill. Nothing in the book says so. The book has columns for level and flow and opening, for weather and for visitors, and since last year for credits spent, but it has no column for the knocking, and so each keeper learns it from the one before, on this bench, in this light, saying very little. On a good day the broad sound lasts until dark, the heron comes back to its post below the weir, and the last entry of the page is a single word, which the rules of the book do allow: *calm*.

A second paragraph is there to break a line  
in the middle, and to hold a few inline things: a key to press (<kbd>Ctrl</kbd>), a path (${'`'}/var/log/gauges${'`'}), a word that is ***very*** sure of itself, an address such as <https://example.com/canal>, a [link with a title](https://example.com/gauges "All the gauges"), and an escaped \*star\*.

### Definitions, pictures and small print

Sluice
: a gate that slides up and down.

![A drawing of the gatehouse at dusk](https://example.com/gatehouse.png "The gatehouse")

The fish pass was added later[^fish], after a long exchange of letters[^letters].

#### A heading of the fourth level

${'```'}diff
- gate.open(100)
+ gate.open(40) // the mill is downstream
${'```'}

${'```'}json
{ "gate": "main sluice", "opening": 0.4, "credits": 12.6, "steady": true }
${'```'}

That is the whole tour. Ask again and you will get it again: same canal, same gates, and, with a little luck, the same heron. 🌊 你好 · здравствуйте · مرحبا

[^fish]: Two trout used it on the first day; the heron found it on the second.
[^letters]: Forty-one letters, most of them polite.
`;
