# Read by scripts that use Debian packages without installing them.
#
# unpack_packages FOLDER SUITES PACKAGE...   fetches the packages and unpacks them all into FOLDER, which is created anew.
#   SUITES is one word of suite names; a package may choose its own as NAME/SUITE. Prints the reason if it fails.

# The mirror as the system's own sources name it: "[signed-by=FILE ]ADDRESS". Files with another ending are switched off.
mirror() {
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] && awk -v suite="$suite" '
            $1 == "deb" {
                key = ""
                if (match($0, /signed-by=[^] ]*/)) key = "[" substr($0, RSTART, RLENGTH) "] "
                sub(/\[[^]]*\]/, "")
                if ($3 == suite && !found++) print key $2
            }' "$file"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] && awk -v suite="$suite" '
            function flush() {
                if (uri != "" && enabled && binary && index(" " suites " ", " " suite " ") && !found++)
                    print (key ~ /^\// ? "[signed-by=" key "] " : "") uri
                uri = suites = key = ""; enabled = 1; binary = 0
            }
            BEGIN { enabled = 1 }
            /^[[:space:]]*$/ { flush(); next }
            tolower($1) == "types:" { binary = (" " $0 " ") ~ / deb / }
            tolower($1) == "uris:" { uri = $2 }
            tolower($1) == "suites:" { $1 = ""; sub(/^ /, ""); suites = $0 }
            tolower($1) == "signed-by:" { key = $2 }
            tolower($1) == "enabled:" { enabled = tolower($2) != "no" }
            END { flush() }' "$file"
    done
}

# Runs apt with its own lists and status, without changes to the system.
unpack_packages() {
    target=$1 suites=$2
    shift 2
    if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
        echo "there is no apt-get here" >&2
        return 1
    fi
    source=$(mirror | head -n 1)
    if [ -z "$source" ]; then
        echo "no Debian mirror in the system's apt sources" >&2
        return 1
    fi
    apt=$target.apt
    rm -rf "$apt" "$target"
    mkdir -p "$apt/etc/preferences.d" "$apt/etc/apt.conf.d" "$apt/state/lists/partial" "$apt/cache/archives/partial" \
        "$apt/debs" "$target"
    : >"$apt/status"
    for suite in $suites; do
        case $source in
        '['*) echo "deb ${source%% *} ${source#* } $suite main" ;;
        *) echo "deb $source $suite main" ;;
        esac
    done >"$apt/etc/sources.list"
    {
        # A proxy that the system's apt uses is used here too.
        apt-config dump | grep -iE '^Acquire::https?::Proxy' || true
        cat <<CONF
Dir "$apt";
Dir::Etc "$apt/etc";
Dir::Etc::trusted "/etc/apt/trusted.gpg";
Dir::Etc::trustedparts "/etc/apt/trusted.gpg.d";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
# A mirror that is frozen at a date serves lists whose Valid-Until has passed. Signatures are still checked; a stale list
# can only offer older packages, and those are unpacked for tests, never installed.
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
Acquire::Retries "3";
APT::Sandbox::User "root";
CONF
    } >"$apt/apt.conf"
    (
        export APT_CONFIG="$apt/apt.conf"
        cd "$apt/debs"
        apt-get -qq update && apt-get -qq download "$@"
    ) >&2 || return 1
    for deb in "$apt"/debs/*.deb; do
        dpkg-deb -x "$deb" "$target" || return 1
    done
    rm -rf "$apt"
}
