/** Presentations: what is shown, in its order, and what only the speaker sees. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from '../../../support/documents';
import { readBytes } from '../../../support/read-bytes';

const shape = (text: string, place = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${place && `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;

test('slides come in the order of the presentation, with diagrams, pictures and notes', async () => {
  const bytes = zipOf({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': '<p:presentation><p:sldId r:id="b"/><p:sldId r:id="a"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': `<R>${relation('a', 'slide', 'slides/slide1.xml')}${relation('b', 'slide', 'slides/slide2.xml')}</R>`,
    'ppt/slides/slide1.xml': `<p:sld show="0">${shape('Backup')}<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="A chart of rents"/></p:nvPicPr></p:pic></p:sld>`,
    'ppt/slides/slide2.xml': `<p:sld><p:grpSp>${shape('Plan')}<p:grpSp>${shape('inside')}</p:grpSp></p:grpSp></p:sld>`,
    'ppt/slides/_rels/slide2.xml.rels': `<R>${relation('n', 'notesSlide', '../notesSlides/notesSlide1.xml')}${relation('d', 'diagramData', '../diagrams/data1.xml')}</R>`,
    'ppt/diagrams/data1.xml':
      '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${shape('', 'sldImg')}${shape('Say hello first', 'body')}${shape('7', 'sldNum')}</p:notes>`,
  });
  expect(await readBytes(bytes)).toEqual([
    'Plan\ninside\nStep one\n\nNotes: Say hello first',
    '[Hidden slide]\nBackup\n[Image: A chart of rents]',
  ]);
});

test('slides of OpenDocument have their notes and their lists too', async () => {
  const content = `<office:document-content><office:automatic-styles><style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles><office:body><office:presentation>
<draw:page draw:name="page1" draw:style-name="dp1"><draw:frame><draw:text-box><text:list><text:list-item><text:p>Plan</text:p></text:list-item></text:list></draw:text-box></draw:frame><draw:frame><draw:image><text:p/></draw:image><svg:title>Rents</svg:title><svg:desc>A chart</svg:desc></draw:frame><presentation:notes><draw:page-thumbnail/><draw:frame><draw:text-box><text:p>Say hello first</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
<draw:page draw:name="page2" draw:style-name="dp2"><text:p>Backup</text:p><presentation:notes><draw:frame/></presentation:notes></draw:page></office:presentation></office:body></office:document-content>`;
  const bytes = zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.presentation'), { level: 0 }],
    'content.xml': strToU8(content),
  });
  expect(await readBytes(bytes)).toEqual([
    '• Plan\n\n[Image: Rents]\n[Image: A chart]\n\nNotes: Say hello first',
    '[Hidden slide]\nBackup',
  ]);
});
