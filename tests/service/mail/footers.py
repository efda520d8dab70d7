"""Footers as people have them, and chat of theirs that has something of a footer."""

from __future__ import annotations

FOOTERS = [
    # English
    "Bob Brown\nSenior Engineer\nACME Ltd, 12 Main Street, London\nTel. +44 20 7946 0018",
    "Bob Brown\nHead of Sales\nACME Inc.\n500 Market Street, San Francisco, CA 94105\n(415) 555-0132",
    "Mobile: +44 7700 900000\nPlease consider the environment before printing this e-mail.",
    "Bob Brown | Senior Engineer | ACME Ltd\nT: +44 20 7946 0018 | M: +44 7700 900000\nwww.acme.example.com",
    "Dr Bob Brown\nLecturer in Biology\nUniversity of Oxford\nbob.brown@ox.ac.uk",
    "BOB BROWN\nProject Manager\n\nACME LLC\n1 Harbour Way, Bristol BS1 4RW\nbob@acme.com",
    "Bob\n+44 7700 900000",
    "Robert Brown\nSales Director\nRegistered in England and Wales No. 01234567\nVAT No. GB 123 4567 89",
    (
        "This e-mail and any attachments are confidential and may be privileged. If you are\n"
        "not the intended recipient, please notify the sender and delete it."
    ),
    (
        "The information contained in this communication is intended solely for the use of the\n"
        "individual to whom it is addressed. Disclosure, copying or distribution is prohibited."
    ),
    "If you have received this message in error, please delete it.",
    "Save a tree. Don't print this e-mail unless you really need to!",
    "Bob Brown\nBrown & Sons Limited\nPO Box 12, Leeds LS1 1AA",
    # German
    "Bob Braun\nLeiter Vertrieb\nMuster GmbH\nHauptstraße 12\n10115 Berlin\nTelefon: +49 30 1234567",
    "Dipl.-Ing. Bob Braun\nMuster AG, Am Markt 5, 8001 Zürich\nTel. +41 44 123 45 67\nbob.braun@muster.ch",
    "Bob Braun\nSteuerberater\nBahnhofstr. 7 | 80335 München\nFax 089 / 123456",
    (
        "Muster GmbH & Co. KG, Sitz der Gesellschaft: Hamburg\nAmtsgericht Hamburg HRA 12345\n"
        "Geschäftsführer: Karl Muster\nUSt-IdNr. DE123456789"
    ),
    "Mobil 0170 1234567",
    "Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail drucken.",
    "Denk an die Umwelt: Muss diese Mail wirklich gedruckt werden?",
    (
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind,\n"
        "informieren Sie bitte sofort den Absender und vernichten Sie diese Mail."
    ),
    "Bob Braun\nGeschäftsführer\nVerein der Spieler e.V.\nLindenallee 3, 50667 Köln",
    "Prof. Dr. Bob Braun\nInstitut für Physik\nUniversität Wien\nBoltzmanngasse 5, A-1090 Wien",
    # Italian
    "Bob Bruni\nResponsabile commerciale\nEsempio S.r.l.\nVia Roma 12, 20121 Milano (MI)\nTel. 02 1234567",
    "Ing. Bob Bruni\nUfficio tecnico\nEsempio S.p.A.\nCell. +39 333 1234567\nP. IVA 01234567890",
    "Avv. Bob Bruni\nStudio Legale Bruni\nPiazza del Duomo, 3\n50122 Firenze",
    "Prima di stampare questa mail, pensa all'ambiente.",
    "Rispetta l'ambiente: non stampare questa mail se non è necessario.",
    (
        "Le informazioni contenute in questo messaggio sono riservate e a uso esclusivo del destinatario.\n"
        "Qualora il messaggio sia stato ricevuto per errore, si prega di avvisare il mittente e di cancellarlo."
    ),
    "Ai sensi del D.Lgs. 196/2003 e del GDPR (UE) 2016/679 si precisa che il contenuto è riservato.",
    "Bob Bruni\nDirettore\nUniversità di Bologna\nE-mail: bob.bruni@unibo.it",
    # French and Dutch
    "Bob Lebrun\nIngénieur logiciel\nExemple SARL\n12, rue de la Paix, 75002 Paris\nTél. : +33 1 23 45 67 89",
    "Pensez à l'environnement avant d'imprimer ce message.",
    "Bob de Bruin\nVoorbeeld B.V.\nPostbus 12, 1012 AB Amsterdam\nKvK 12345678",
]
"""By a writer who is called Bob Brown, Braun, Bruni, Lebrun or de Bruin."""
CHAT = [
    "I live near Main Street, by the way.",
    "I grew up at 12 Main Street!",
    "Main Street was closed today",
    "My number is 555 1234, call me if you like.",
    "Call me tonight, you have my number.",
    "We scored 17 and 21, not bad for a Tuesday",
    "See you at 8 at the club",
    "It took me 15 minutes to find that one",
    "I work for ACME Ltd now.",
    "My new company is a GmbH, lots of paper",
    "A day at the spa did me good",
    "I'm off to the co-op inc. the bakery",
    "Bob says hello",
    "Greetings from London",
    "Greetings from Sunny Italy",
    "Well Played",
    "Good Luck",
    "Happy New Year 2027",
    "The Manager of my club plays this, too",
    "My boss is a sales manager and cheats at cards",
    "I printed the board, it looks great",
    "Good for the environment, this game by mail",
    "Did you get my message about Friday",
    "My plan is confidential",
    "Your message made me laugh",
    "I got a virus and was in bed all week",
    "Sent by mistake, that was for Carol.",
    "This mail was meant for Carol",
    "You got this by mistake",
    "Please delete this message",
    "Delete this mail, wrong game",
    "Wrong game",
    "Falsches Spiel",
    "Das war für Carol",
    "Kleiner Irrtum meinerseits",
    "Ich wohne jetzt in der Hauptstraße.",
    "In Berlin war ich letztes Jahr auch",
    "Meine Nummer hast du ja",
    "Wir sehen uns am Markt, so gegen 5",
    "Grüße aus München",
    "Schöne Grüße vom Bodensee",
    "Die Umwelt dankt",
    "Ich bin jetzt Leiter der Abteilung, stell dir vor",
    "Die Nachricht von gestern war lustig",
    "Ganz vertraulich: ich habe keinen Plan",
    "Frohe Weihnachten",
    "Das Spiel dauert schon 120 Tage",
    "Mein Telefon ist kaputt",
    "12 Punkte Vorsprung",
    "Abito in via Roma, come sai.",
    "Ci vediamo in Piazza del Duomo alle 5",
    "Il mio numero lo hai",
    "Bella partita, complimenti",
    "Saluti da Milano",
    "Ho stampato la plancia",
    "Il direttore del mio ufficio gioca anche lui",
    "Era per Carla",
    "Ho sbagliato partita",
    "Messaggio ricevuto",
    "Buon Natale",
    "Che ambiente simpatico",
    "Il mio cellulare è rotto",
    "Sono in ferie fino al 15",
    "I was in room 101 of the Grand Hotel",
    "10 to 12, that was close",
    "Tel Aviv is lovely in May",
    "Office party tonight",
    "Mobile reception is bad here",
    "Mail me when you are back",
    "Web of lies, this game",
    "Direct hit",
]
"""Lines that people say to each other, some of them to take a move back."""
