"""Words that stand where a password could: what prose, forms and code say about passwords instead of telling one."""

_SAID_INSTEAD = (
    "accepted accessible account actual additional admin again algorithm allow allowed alone also always another any "
    "anyone anything applied apply args array async auth authentication available await aware back bad base64 basic "
    "bearer because been before being best better between blank bool boolean both branch broken bytes cached called "
    "cannot case change changed changeme char characters chars check choose chosen clear cleartext code column "
    "combination command common complex compromised config configured confirm confirmation const contain contains "
    "copied correct could create created credential credentials current currently data database date days default "
    "defined deleted denied dependent described different digest disabled displayed does done dummy each easy either "
    "element else email empty enable enabled enables encoded encrypted ended enough ensure enter entered environment "
    "equal error even every example exists expire expired expires export fail failed false field file fine first "
    "fixed flag flow forget forgot forgotten form format four from function gecos generate generated getpass given "
    "gone good guessable handled hard hardcoded hash hashed have header here hidden hide hint history idle ignored "
    "import important incorrect input insecure inside instead int integer into invalid issue itself just keep kept "
    "key keyword known kwargs label lambda last later leaked least leave left length letters like line list local "
    "location lock locked logged login long longer lost lower lowercase made make manager mandatory many masked match "
    "matched matches maximum mean means meant member method mine minimum missing more most much must mutual n/a name "
    "named needed neither never new next nil nobody none normal not note nothing notset null number numeric object "
    "obvious offline often okay omitted once only open optional options other ours outdated over param params part "
    "passcode passed passphrase passwd password passwords pasted path pending permanent personal phone placeholder "
    "plain plaintext please point policy possible present pretty prior private process prohibited prompt prompted "
    "property protect protected provide provided public quite random raw readable readonly ready real really received "
    "recent recommended redacted refused regex rejected related removed repeat repeated replaced request require "
    "required reset resolve respect restricted result results return reused revoked right root rotated rule safe said "
    "salted same sample saved says screen secret secrets secretstr secure security see seen select self sensitive "
    "sent server service session set setting settings setup shared short shorter should shown simple simply since "
    "single some something soon specified split standard start static stdin stdout still stored str strength strict "
    "string strong stronger subject submit such sufficient super supplied sure symbols system table tbd temporary "
    "test text than that their them then there these they this those time title today todo together token tokens "
    "tomorrow true truncated twice type typed types unavailable unchanged undefined under undisclosed unicode unique "
    "unknown unlike unprotected unsafe unset until updated upper uppercase usable used useless user username using "
    "usually valid validated value values variable varies vault verified verify version very via view visible void "
    "want was watch weak weaker well what whatever when where which while who whole whose will with within without "
    "word work working works would write written wrong yes yesterday yet yield you your yours"
)
_FUNCTION = (
    "a about after all an and any are as at be because been before but by can do does don't each ever every for from "
    "had has have he her his how i if in into is isn't it its last may me must my never next no none not now of off "
    "on once one only or our out over per please see she should so than that the their then they this to too under "
    "until up upon us use used via was we were when where which who why will with within without won't yet you your"
)
_NUMBERED = (
    "arg argument attribute box case chapter check column draft entry error example field figure file form hint input "
    "item level line list message option page param parameter part phase policy question row rule screen section slot "
    "step string table task tbd test todo type user value var variable version"
)

SAID_INSTEAD = frozenset(_SAID_INSTEAD.split())
FUNCTION = frozenset(_FUNCTION.split())
NUMBERED = frozenset(_NUMBERED.split())  # as in field3
